import { Indicator, Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Notification } from '#domain/notifications.ts';
import { api } from '#web/lib/api.ts';
import { HeaderButton } from '#web/ui/header-button.tsx';
import { NotificationList } from './notification-list.tsx';

export function NotificationBell() {
  const query = useQuery(api.notifications.list.queryOptions({}));
  const [isOpen, { toggle, close }] = useDisclosure();
  const unread = query.data?.unread ?? 0;
  useReadByOpening(query.data?.notifications);
  return (
    <Popover
      opened={isOpen}
      onDismiss={close}
      position="bottom-end"
      width="min(24rem, calc(100vw - 1rem))"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <HeaderButton
          label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
          onClick={toggle}
        >
          <Indicator
            label={unread > 99 ? '99+' : unread}
            size={14}
            offset={3}
            radius="xl"
            disabled={unread === 0}
          >
            <IconBell size={18} stroke={1.75} aria-hidden />
          </Indicator>
        </HeaderButton>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notifications">
        <NotificationList query={query} onChoose={close} />
      </Popover.Dropdown>
    </Popover>
  );
}

/** Opening a submission, also from an email, marks its notifications as read. */
function useReadByOpening(notifications: Notification[] = []) {
  const queryClient = useQueryClient();
  const { pathname } = useLocation();
  const { mutate } = useMutation(
    api.notifications.markRead.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: api.notifications.list.key() }),
    }),
  );
  const openedId = notifications.find(
    ({ kind, path, isRead }) => kind === 'week-published' && path === pathname && !isRead,
  )?.id;
  useEffect(() => {
    if (openedId !== undefined) mutate({ id: openedId });
  }, [openedId, mutate]);
}
