import { Button, Group, Stack, Text, ThemeIcon } from '@mantine/core';
import { IconChevronRight, IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Sample, Setup, SetupStep } from '#domain/setup.ts';
import { api } from '#web/lib/api.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { StartForReal } from '#web/operations/setup/start-for-real.tsx';
import { Section } from '#web/ui/section.tsx';
import classes from './overview-screen.module.css';

const STEPS: Record<SetupStep, { label: string; to: string }> = {
  brand: { label: 'Set your name, logo and contact details', to: `${ROUTES.settings}/business` },
  email: { label: 'Connect a mail server and send a test', to: `${ROUTES.settings}/email` },
  map: { label: 'Choose a base map', to: `${ROUTES.settings}/map` },
  backup: { label: 'Make the first backup', to: `${ROUTES.settings}/backups` },
  company: { label: 'Add your first company', to: ROUTES.companies },
  project: { label: 'Create its first project', to: ROUTES.allProjects },
  client: { label: 'Invite your first client', to: ROUTES.clients },
  week: { label: 'Publish your first week', to: ROUTES.card },
};

export function OverviewSetup({ setup: { sample, sampleBackup, steps } }: { setup: Setup }) {
  return (
    <>
      {sample ? <SampleSite sample={sample} /> : null}
      {steps.length > 0 ? <Checklist steps={steps} sampleBackup={sampleBackup} /> : null}
    </>
  );
}

function SampleSite({ sample }: { sample: Sample }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section title="Sample Site">
      <Group justify="space-between" align="center">
        <Text flex="1 1 16rem">
          This is a sample site. Look around, then remove it and start with your own companies and
          projects.
        </Text>
        <Button onClick={() => setOpen(true)}>Start for Real</Button>
      </Group>
      <StartForReal sample={sample} isOpen={isOpen} onClose={() => setOpen(false)} />
    </Section>
  );
}

function Checklist({ steps, sampleBackup }: Pick<Setup, 'steps' | 'sampleBackup'>) {
  const withToasts = useMutationToasts(api.overview.staff.key());
  const dismiss = useMutation(
    api.setup.dismiss.mutationOptions(
      withToasts('Checklist Hidden', 'Failed to hide the checklist.'),
    ),
  );
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <Section
      title="Set Up Your Site"
      action={
        <Group gap="sm">
          <Text c="dimmed" className="tabular">
            {done} of {steps.length} done
          </Text>
          <Button
            variant="default"
            size="compact-sm"
            loading={dismiss.isPending}
            onClick={() => dismiss.mutate({})}
          >
            Hide
          </Button>
        </Group>
      }
    >
      {sampleBackup ? (
        <Text c="dimmed" size="sm" mb="sm" style={{ overflowWrap: 'anywhere' }}>
          The sample site was removed. Its backup is in {sampleBackup} on the server.
        </Text>
      ) : null}
      <Stack component="ul" gap={0} className={classes.lines}>
        {steps.map(({ step, isDone }) => (
          <Step key={step} {...STEPS[step]} isDone={isDone} />
        ))}
      </Stack>
    </Section>
  );
}

function Step({ label, to, isDone }: { label: string; to: string; isDone: boolean }) {
  const Icon = isDone ? IconCircleCheck : IconCircle;
  return (
    <li>
      <Link to={to} className={classes.line}>
        <ThemeIcon variant="light" color={isDone ? 'green' : 'gray'} size={32}>
          <Icon size={18} stroke={1.75} aria-hidden />
        </ThemeIcon>
        <span className={classes.words}>
          <Text span fw={500} c={isDone ? 'dimmed' : undefined}>
            {label}
            {isDone ? <span className="visually-hidden"> (done)</span> : null}
          </Text>
        </span>
        <IconChevronRight size={16} stroke={1.75} aria-hidden />
      </Link>
    </li>
  );
}
