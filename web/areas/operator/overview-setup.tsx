import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { LinkProps } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import type { SettingsSection } from '#domain/settings.ts';
import type { Sample, Setup, SetupStep } from '#domain/setup.ts';
import { api } from '#web/lib/api.ts';
import { lazyComponent } from '#web/lib/import-with-retry.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { Section } from '#web/ui/section.tsx';
import { AttentionLine } from './overview-attention.tsx';
import classes from './overview-screen.module.css';

const StartForReal = lazyComponent(
  () => import('#web/operations/setup/start-for-real.tsx'),
  'StartForReal',
);

const setting = (section: SettingsSection): LinkProps => ({
  to: ROUTES.settingsSection,
  params: { section },
});

const STEPS: Record<SetupStep, [text: string, link: LinkProps]> = {
  brand: ['Set your name, logo and contact details', setting('business')],
  email: ['Connect a mail server and send a test', setting('email')],
  map: ['Choose a base map', setting('map')],
  backup: ['Make the first backup', setting('backups')],
  company: ['Add your first company', { to: ROUTES.companies }],
  project: ['Create its first project', { to: ROUTES.allProjects }],
  client: ['Invite your first client', { to: ROUTES.clients }],
  week: ['Publish your first week', { to: ROUTES.card }],
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
  // Null until it was opened for the first time, so that the dialog isn't loaded before.
  const [isOpen, setOpen] = useState<boolean | null>(null);
  return (
    <Section title="Sample Site">
      <Group justify="space-between" align="center">
        <Text flex="1 1 16rem">
          This is a sample site. Look around, then remove it and start with your own companies and
          projects.
        </Text>
        <Button onClick={() => setOpen(true)}>Start for Real</Button>
      </Group>
      <Suspense>
        {isOpen === null ? null : (
          <StartForReal sample={sample} isOpen={isOpen} onClose={() => setOpen(false)} />
        )}
      </Suspense>
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
          <AttentionLine
            key={step}
            line={{
              key: step,
              icon: isDone ? IconCircleCheck : IconCircle,
              color: isDone ? 'green' : 'gray',
              text: STEPS[step][0],
              detail: isDone ? 'Done' : undefined,
              link: STEPS[step][1],
            }}
          />
        ))}
      </Stack>
    </Section>
  );
}
