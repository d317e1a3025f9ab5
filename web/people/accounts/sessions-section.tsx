import { Badge, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnSession } from '#domain/accounts.ts';
import { api } from '#web/lib/api.ts';
import { dateTime, ownTimeZone } from '#web/lib/formats.ts';
import { Section } from '#web/ui/section.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';

/** Where the person is signed in, and how to end it there. Times are of their own clock, unlike those of a site. */
export function SessionsSection() {
  const queryClient = useQueryClient();
  const query = useQuery(api.account.sessions.queryOptions({}));
  const again = () => queryClient.invalidateQueries({ queryKey: api.account.sessions.key() });
  const options = {
    onSuccess: async ({ ended }: { ended: number }) => {
      toast.success(ended === 1 ? 'Session ended' : 'Sessions ended');
      await again();
    },
    onError: async (error: unknown) => {
      toast.failure('Failed to end the session.', error);
      await again();
    },
  };
  const end = useMutation(api.account.endSession.mutationOptions(options));
  const endOthers = useMutation(api.account.endOtherSessions.mutationOptions(options));
  if (query.isError) {
    return <LoadError title="Failed to load your sessions" query={query} />;
  }
  const sessions = query.data?.sessions;
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
            End all others
          </Button>
        ) : null
      }
    >
      <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {sessions?.map((session) => (
          <SessionRow
            key={session.id}
            session={session}
            isBusy={end.isPending && end.variables.id === session.id}
            onEnd={() => end.mutate({ id: session.id })}
          />
        )) ?? <Skeleton h={44} component="li" />}
      </Stack>
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
          Last used {dateTime(lastSeenAt)} · Expires {dateTime(endsAt)} if not used
        </Text>
      </div>
      {isCurrent ? null : (
        <Button variant="default" size="compact-sm" flex="none" loading={isBusy} onClick={onEnd}>
          End<span className="visually-hidden"> session on {device}</span>
        </Button>
      )}
    </Group>
  );
}
