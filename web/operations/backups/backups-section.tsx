import { Alert, Button, Progress, Skeleton, Stack, Table, Text } from '@mantine/core';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { BackupRun, BackupsState } from '#domain/backups.ts';
import { byteSize } from '#domain/byte-size.ts';
import { may } from '#domain/roles.ts';
import { api } from '#web/lib/api.ts';
import { counted, dateTime, DEFAULT_TIME_ZONE, roughTime } from '#web/lib/formats.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { useSession } from '#web/lib/session.ts';
import { Section } from '#web/ui/section.tsx';
import { Loaded } from '#web/ui/states.tsx';

/** Polling intervals, ms. */
const [RUNNING_MS, IDLE_MS] = [2000, 30_000];

const isRunning = ({ state }: BackupRun) => state === 'making';
const at = (instant: string) => dateTime(instant, DEFAULT_TIME_ZONE);

export function BackupsSection() {
  const { user } = useSession();
  const query = useQuery({
    ...api.backups.list.queryOptions(),
    refetchInterval: ({ state }) => (state.data?.runs.some(isRunning) ? RUNNING_MS : IDLE_MS),
  });
  const { plan = null, runs = [] } = query.data ?? {};
  const withToasts = useMutationToasts(api.backups.key());
  const make = useMutation(
    api.backups.make.mutationOptions(withToasts('Backup started', 'Failed to start the backup')),
  );
  const canManage = plan !== null && user !== null && may(user.role, 'backups.manage');
  const isIdle = !runs.some(isRunning);
  const button = (
    <Button size="xs" loading={make.isPending} disabled={!isIdle} onClick={() => make.mutate({})}>
      Back Up Now
    </Button>
  );
  return (
    <Section title="Backups" id="backups" action={canManage ? button : null}>
      <Loaded query={query} failed="Failed to load the backups" waiting={<Skeleton height={160} />}>
        {(state) => <Backups state={state} canVerify={canManage && isIdle} />}
      </Loaded>
    </Section>
  );
}

type BackupsProps = { state: BackupsState; canVerify: boolean };

function Backups({ state: { plan, runs }, canVerify }: BackupsProps) {
  const ended = runs.filter((run) => !isRunning(run));
  const made = ended.filter(({ task }) => task === 'make');
  const kept = made.filter(
    ({ state, name, place }) => state === 'ready' && name !== null && place === plan?.place,
  );
  const last = [made[0], ended.find(({ task }) => task === 'verify')];
  return (
    <Stack gap="md">
      <Text c="dimmed" style={{ overflowWrap: 'anywhere' }}>
        {plan
          ? `Next backup ${at(plan.nextAt)}, to ${plan.place}. The newest ${plan.keep} are kept.`
          : 'Overfly makes no backups. Set a folder or an S3 bucket for them in the settings.'}
      </Text>
      <div aria-live="polite">
        {runs.filter(isRunning).map((run) => (
          <RunProgress key={run.id} run={run} />
        ))}
      </div>
      {last.map((run) => (run ? <Outcome key={run.id} run={run} /> : null))}
      {kept.length > 0 ? <KeptBackups backups={kept} canVerify={canVerify} /> : null}
    </Stack>
  );
}

function RunProgress({ run: { task, percent, problem } }: { run: BackupRun }) {
  const label = task === 'make' ? 'Backing up' : 'Verifying the backup';
  return (
    <>
      <Text mb={4} className="tabular">
        {label}: {percent}%
      </Text>
      <Progress value={Math.max(percent, 3)} aria-label={label} />
      {problem ? (
        <Text size="sm" c="red" mt={4}>
          {problem} Overfly will try again.
        </Text>
      ) : null}
    </>
  );
}

const TITLES = {
  make: { ready: 'The last backup is complete', failed: 'The last backup failed' },
  verify: { ready: 'The backup was verified', failed: 'The backup could not be verified' },
};

function Outcome({ run }: { run: BackupRun }) {
  const { task, state, problem, name, files, bytes, createdAt, endedAt } = run;
  if (state === 'making') return null;
  const seconds = (Date.parse(endedAt ?? createdAt) - Date.parse(createdAt)) / 1000;
  const facts = [at(createdAt), `took ${roughTime(seconds)}`];
  if (name !== null) facts.push(name);
  if (files !== null) facts.push(counted(files, 'file'));
  if (bytes !== null) facts.push(byteSize(bytes));
  return (
    <Alert
      color={state === 'failed' ? 'red' : problem ? 'yellow' : 'green'}
      icon={problem ? <IconAlertCircle aria-hidden /> : <IconCircleCheck aria-hidden />}
      title={TITLES[task][state]}
      style={{ overflowWrap: 'anywhere' }}
    >
      <Text size="sm" className="tabular">
        {facts.join(' · ')}
      </Text>
      <Text size="sm">{problem}</Text>
    </Alert>
  );
}

function KeptBackups({ backups, canVerify }: { backups: BackupRun[]; canVerify: boolean }) {
  const withToasts = useMutationToasts(api.backups.key());
  const verify = useMutation(
    api.backups.verify.mutationOptions(
      withToasts('Verification started', 'Failed to start the verification'),
    ),
  );
  return (
    <Table aria-label="Backups" horizontalSpacing={6}>
      <Table.Tbody>
        {backups.map(({ id, createdAt, bytes }) => (
          <Table.Tr key={id}>
            <Table.Th scope="row" fw={500}>
              {at(createdAt)}
            </Table.Th>
            <Table.Td ta="end" style={{ whiteSpace: 'nowrap' }}>
              {byteSize(bytes ?? 0)}
            </Table.Td>
            <Table.Td ta="end">
              <Button
                variant="default"
                size="xs"
                disabled={!canVerify || verify.isPending}
                onClick={() => verify.mutate({ id })}
              >
                Verify<span className="visually-hidden"> the backup of {at(createdAt)}</span>
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
