import { Popover } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { cloneElement, type ReactElement } from 'react';
import { NotificationList, type NotificationListProps } from './notification-list.tsx';

type NotificationPanelProps = Pick<NotificationListProps, 'query'> & {
  children: ReactElement<{ onClick?: () => void }>;
};

/** The list of the bell, opened by `children`; it is open at first. */
export function NotificationPanel({ query, children }: NotificationPanelProps) {
  const [isOpen, { toggle, close }] = useDisclosure(true);
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
      <Popover.Target>{cloneElement(children, { onClick: toggle })}</Popover.Target>
      <Popover.Dropdown p={0} aria-label="Notifications">
        <NotificationList query={query} onChoose={close} />
      </Popover.Dropdown>
    </Popover>
  );
}
