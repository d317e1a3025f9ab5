import { ActionIcon, Indicator, Popover, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { NotificationList } from './notification-list.tsx';

/** The bell of the header, with how much is unread, and the list that it opens. */
export function NotificationBell() {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const query = useQuery(api.notifications.list.queryOptions({}));
  const unread = query.data?.unread ?? 0;
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
        <Tooltip label="Notifications" disabled={isOpen}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={unread > 0 ? `Notifications, ${unread} unread` : 'Notifications'}
            onClick={toggle}
          >
            <Indicator label={unread > 99 ? '99+' : unread} size={16} disabled={unread === 0}>
              <IconBell size={18} stroke={1.75} aria-hidden />
            </Indicator>
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notifications">
        <NotificationList query={query} onChoose={close} />
      </Popover.Dropdown>
    </Popover>
  );
}
