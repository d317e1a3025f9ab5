import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OwnSession } from '#domain/accounts.ts';
import { api } from '#web/lib/api.ts';
import { count, dateTime, ownTimeZone } from '#web/lib/formats.ts';
import { Section } from '#web/ui/section.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';

const INITIAL_SESSIONS = 5;

/** The current session comes first. Times are in the reader's time zone. */
export function SessionsSection() {
  const [showsAll, setShowsAll] = useState(false);
  const queryClient = useQueryClient();
  const query = useQuery(api.account.sessions.queryOptions({}));
  const again = () => queryClient.invalidateQueries({ queryKey: api.account.sessions.key() });
  const options = {
    onSuccess: async ({ ended }: { ended: number }) => {
      toast.success(ended === 1 ? 'Session ended' : 'Sessions ended');
      await again();
    },
    onError: async (error: unknown) => {
      toast.failure('Failed to end the session', error);
      await again();
    },
  };
  const end = useMutation(api.account.endSession.mutationOptions(options));
  const endOthers = useMutation(api.account.endOtherSessions.mutationOptions(options));
  if (query.isError) {
    return <LoadError title="Failed to load your sessions" query={query} />;
  }
  const sessions = query.data?.sessions.toSorted(
    (a, b) => Number(b.isCurrent) - Number(a.isCurrent),
  );
  const shown = showsAll ? sessions : sessions?.slice(0, INITIAL_SESSIONS);
  return (
    <Section
      title="Sessions"
      action={
        sessions && sessions.length > 1 ? (
          <Button
            variant="default"
            size="compact-sm"
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate({})}
          >
            Sign Out Everywhere Else
          </Button>
        ) : null
      }
    >
      <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {shown?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={end.isPending && end.variables.id === session.id}
            onEnd={() => end.mutate({ id: session.id })}
          />
        )) ?? <Skeleton h={44} component="li" />}
      </Stack>
      {sessions && shown && shown.length < sessions.length ? (
        <Button variant="default" size="compact-sm" mt="md" onClick={() => setShowsAll(true)}>
          Show All ({count(sessions.length)})
        </Button>
      ) : null}
      <Text c="dimmed" size="xs" mt="md">
        Times are in your time zone: {ownTimeZone()}.
      </Text>
    </Section>
  );
}

type SessionRowProps = { session: OwnSession; isBusy: boolean; onEnd: () => void };

function SessionRow({ session, isBusy, onEnd }: SessionRowProps) {
  const { device, address, lastSeenAt, endsAt, isCurrent } = session;
  return (
    <Group component="li" justify="space-between" gap="xs" wrap="nowrap">
      <div>
        <Group gap="xs">
          <Text fw={500}>{device}</Text>
          {isCurrent ? <Badge color="green">This session</Badge> : null}
        </Group>
        <Text c="dimmed" size="xs">
          {address === null ? '' : `${address} · `}
          Last used {dateTime(lastSeenAt)} · Ends {dateTime(endsAt)} if unused
        </Text>
      </div>
      {isCurrent ? null : (
        <Button variant="default" size="compact-sm" flex="none" loading={isBusy} onClick={onEnd}>
          Sign Out<span className="visually-hidden"> of {device}</span>
        </Button>
      )}
    </Group>
  );
}
