import { Badge, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { Health } from '#domain/health.ts';
import { api, client, errorData } from '#web/lib/api.ts';
import { Section } from '#web/ui/section.tsx';
import { LoadError } from '#web/ui/states.tsx';

const POLL_MS = 30_000;
const PARTS = ['database', 'storage', 'queue', 'mail'] as const;
const LABELS = { database: 'Database', storage: 'Storage', queue: 'Queue', mail: 'Email' } as const;

/** The endpoint answers with an error status if a part is failing; the body is still valid. */
async function fetchHealth(): Promise<Health> {
  try {
    return await client.health.get();
  } catch (error) {
    const failing = z.object({ body: Health }).safeParse(errorData(error));
    if (failing.success) return failing.data.body;
    throw error;
  }
}

const LIST = new Intl.ListFormat('en-US');

export function systemHint(health: Health): string {
  const parts = PARTS.filter((name) => !health[name].ok || health[name].warning !== null);
  if (parts.length === 0) return 'everything is working';
  const names = LIST.format(parts.map((part) => LABELS[part].toLowerCase()));
  return `${names} ${parts.length === 1 ? 'needs' : 'need'} attention`;
}

type OverviewSystemProps = {
  title?: string;
  health: Health | undefined;
  /** Requests the status separately, because the overview failed to load. */
  isFetched: boolean;
};

export function OverviewSystem({
  title = 'System',
  health: given,
  isFetched,
}: OverviewSystemProps) {
  const fallback = useQuery({
    queryKey: api.health.key(),
    queryFn: fetchHealth,
    refetchInterval: POLL_MS,
    enabled: isFetched,
  });
  const health = given ?? (isFetched ? fallback.data : undefined);
  return (
    <Section
      title={title}
      id="system"
      action={
        health ? (
          <Badge color={health.ok ? 'green' : 'red'}>{health.ok ? 'Online' : 'Degraded'}</Badge>
        ) : null
      }
    >
      {isFetched && fallback.isError && !fallback.data ? (
        <LoadError title="Failed to load the system status" query={fallback} />
      ) : (
        <Parts health={health} />
      )}
    </Section>
  );
}

function Parts({ health }: { health: Health | undefined }) {
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {PARTS.map((part) => (
        <li key={part}>
          <Group justify="space-between" wrap="nowrap">
            <Text fw={500}>{LABELS[part]}</Text>
            {health ? <PartBadge {...health[part]} /> : null}
          </Group>
          {health ? (
            <Text c="dimmed" size="sm">
              {health[part].warning ?? health[part].detail}
            </Text>
          ) : (
            <Skeleton height={16} w={160} />
          )}
        </li>
      ))}
    </Stack>
  );
}

function PartBadge({ ok, warning }: Health['mail']) {
  if (!ok) return <Badge color="red">Failing</Badge>;
  return warning === null ? (
    <Badge color="green">Working</Badge>
  ) : (
    <Badge color="yellow">Needs attention</Badge>
  );
}
