import { Badge, Card, Group, SimpleGrid, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { Health } from '#domain/health.ts';
import type { StaffOverview } from '#domain/overview.ts';
import { UndeliveredMails } from '#web/features/mails/undelivered-mails.tsx';
import { ClockOverview } from '#web/features/submissions/clock/clock-overview.tsx';
import { api, client, errorData } from '#web/lib/api.ts';
import { count, storageSize } from '#web/lib/formats.ts';
import { Page } from '#web/ui/page.tsx';
import { StatCard } from '#web/ui/stat-card.tsx';
import { LoadError } from '#web/ui/states.tsx';

const HEALTH_EVERY_MILLISECONDS = 30_000;
const PARTS = ['database', 'storage', 'queue', 'mail'] as const;

/** The back office at a glance: live numbers, and whether every part of the product works. */
export function OverviewScreen() {
  const overview = useQuery(api.overview.staff.queryOptions());
  return (
    <Page title="Overview" subtitle="Clients, content and system status">
      {overview.isError && !overview.data ? (
        <LoadError title="Failed to load the overview" query={overview} />
      ) : (
        <Numbers overview={overview.data} />
      )}
      <ClockOverview />
      <SystemHealth />
      <UndeliveredMails />
    </Page>
  );
}

function Numbers({ overview }: { overview: StaffOverview | undefined }) {
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="md">
      <StatCard label="Clients" value={overview?.clients} hint="active accounts" />
      <StatCard
        label="Content"
        value={overview?.submissions}
        hint={overview ? `submissions, ${count(overview.drafts)} in draft` : ' '}
      />
      <StatCard label="Files" value={overview?.files} hint={overview ? workText(overview) : ' '} />
      <StatCard
        label="Storage"
        value={overview ? storageSize(overview.storageBytes) : undefined}
        hint="originals and previews"
      />
    </SimpleGrid>
  );
}

function workText({ processing, failed }: StaffOverview): string {
  const text = [
    processing > 0 ? `${count(processing)} processing` : null,
    failed > 0 ? `${count(failed)} failed` : null,
  ].filter((word) => word !== null);
  return text.length > 0 ? text.join(', ') : 'all processed';
}

/** The state of the product; an answer that says "impaired" is an answer too. */
async function fetchHealth(): Promise<Health> {
  try {
    return await client.health.get();
  } catch (error) {
    const impaired = z.object({ body: Health }).safeParse(errorData(error));
    if (impaired.success) return impaired.data.body;
    throw error;
  }
}

function SystemHealth() {
  const health = useQuery({
    queryKey: api.health.key(),
    queryFn: fetchHealth,
    refetchInterval: HEALTH_EVERY_MILLISECONDS,
  });
  return (
    <Stack component="section" gap="md" aria-labelledby="system">
      <Group gap="sm">
        <Title order={2} id="system">
          System
        </Title>
        {health.data ? <StateBadge isGood={health.data.ok} good="Online" bad="Impaired" /> : null}
      </Group>
      {health.isError && !health.data ? (
        <LoadError title="Failed to load the system status" query={health} />
      ) : (
        <HealthTable health={health.data} />
      )}
    </Stack>
  );
}

function HealthTable({ health }: { health: Health | undefined }) {
  return (
    <Card padding={0}>
      <Table>
        <Table.Tbody>
          {PARTS.map((part) => (
            <Table.Tr key={part}>
              <Table.Th scope="row" w={{ base: 96, sm: 140 }} tt="capitalize" fw={500}>
                {part}
              </Table.Th>
              <Table.Td>
                {health ? (
                  <Text c="dimmed">{health[part].detail}</Text>
                ) : (
                  <Skeleton height={16} w={200} />
                )}
              </Table.Td>
              <Table.Td ta="end" w={104}>
                {health ? (
                  <StateBadge isGood={health[part].ok} good="Working" bad="Failing" />
                ) : null}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Card>
  );
}

function StateBadge({ isGood, good, bad }: { isGood: boolean; good: string; bad: string }) {
  return <Badge color={isGood ? 'green' : 'red'}>{isGood ? good : bad}</Badge>;
}
