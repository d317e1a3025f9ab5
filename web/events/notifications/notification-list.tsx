import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Notification } from '#domain/notifications.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { DEFAULT_TIME_ZONE, dateAndAge } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { toast } from '#web/ui/toast.ts';
import classes from './notification-list.module.css';

export type NotificationListProps = {
  query: UseQueryResult<{ notifications: Notification[]; unread: number }>;
  onChoose: () => void;
};

export function NotificationList({ query, onChoose }: NotificationListProps) {
  const queryClient = useQueryClient();
  const options = {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: api.notifications.list.key() }),
    onError: (error: unknown) => toast.failure('Failed to mark notifications as read', error),
  };
  const read = useMutation(api.notifications.markRead.mutationOptions(options));
  const readAll = useMutation(api.notifications.markAllRead.mutationOptions(options));
  const choose = ({ id, isRead }: Notification) => {
    if (!isRead) read.mutate({ id });
    onChoose();
  };
  return (
    <>
      <Group justify="space-between" className={classes.head} wrap="nowrap">
        <Title order={2} size="h4">
          Notifications
        </Title>
        {query.data && query.data.unread > 0 ? (
          <Button
            variant="subtle"
            size="compact-sm"
            loading={readAll.isPending}
            onClick={() => readAll.mutate({})}
          >
            Mark All as Read
          </Button>
        ) : null}
      </Group>
      <Content query={query} onChoose={choose} />
      <Link
        className={classes.settings}
        to={ROUTES.account}
        hash="notifications"
        onClick={onChoose}
      >
        Notification Settings
      </Link>
    </>
  );
}

type ContentProps = Pick<NotificationListProps, 'query'> & {
  onChoose: (chosen: Notification) => void;
};

function Content({ query, onChoose }: ContentProps) {
  if (query.data) {
    const { notifications } = query.data;
    if (notifications.length === 0) {
      return (
        <Text c="dimmed" className={classes.note}>
          Nothing yet. New weeks and other updates appear here.
        </Text>
      );
    }
    return (
      <ul className={classes.list}>
        {notifications.map((one) => (
          <li key={one.id}>
            <Entry notification={one} onChoose={() => onChoose(one)} />
          </li>
        ))}
      </ul>
    );
  }
  if (query.isError) {
    return (
      <Stack gap="xs" align="start" className={classes.note} role="alert">
        <Text>Failed to load your notifications. {errorMessage(query.error)}</Text>
        <Button variant="default" loading={query.isFetching} onClick={() => void query.refetch()}>
          Retry
        </Button>
      </Stack>
    );
  }
  return <Skeleton h={64} m="md" w="auto" />;
}

type EntryProps = { notification: Notification; onChoose: () => void };

function Entry({ notification, onChoose }: EntryProps) {
  const { heading, detail, path, isRead, createdAt, timeZone } = notification;
  return (
    <Link
      className={classes.entry}
      to={path}
      data-unread={isRead ? undefined : true}
      onClick={onChoose}
    >
      <span className={classes.heading}>
        {heading}
        {isRead ? null : <span className="visually-hidden"> (unread)</span>}
      </span>
      <span className={classes.detail}>{detail}</span>
      <span className={classes.detail}>{dateAndAge(createdAt, timeZone ?? DEFAULT_TIME_ZONE)}</span>
    </Link>
  );
}
