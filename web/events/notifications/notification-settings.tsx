import { Group, NativeSelect, Skeleton, Switch, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type {
  NotificationKind,
  NotificationSetting,
  NotificationSettingChange,
} from '#domain/notifications.ts';
import { api } from '#web/lib/api.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { TextLink } from '#web/ui/links.tsx';
import { Section } from '#web/ui/section.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast.ts';
import { WeeklyEmail } from './weekly-email.tsx';
import classes from './notification-list.module.css';

const LABELS: Record<NotificationKind, string> = {
  'week-published': 'New week published',
  'link-expiring': 'Share link about to expire',
  'link-viewed': 'Share link opened for the first time',
  'files-failed': "Files that couldn't be processed",
  'import-done': 'Import from Google Drive finished or stopped',
  'schedule-refused': 'Scheduled week not published',
  'visit-changed': 'Flight moved or canceled, or visit request answered',
  'visit-requested': 'Visit requested',
  'map-built': 'A map is ready, or could not be built',
  'pin-assigned': 'A pin is assigned to you, or mentions you',
  'pin-replied': 'Someone replies to your pins',
  'pin-due': 'Your pins are due',
  'webhook-disabled': 'Webhook disabled',
  'disk-nearly-full': 'Disk nearly full',
  'backup-failed': 'Backup failed or overdue',
};
const FREQUENCIES = [
  { value: 'at-once', label: 'Right away' },
  { value: 'weekly', label: 'Weekly, on Mondays' },
  { value: 'off', label: 'Never' },
] as const;

export function NotificationSettings() {
  const queryClient = useQueryClient();
  const section = useScrollTo('#notifications');
  const query = useQuery(api.notifications.settings.queryOptions({}));
  const { mutate } = useMutation(
    api.notifications.changeSetting.mutationOptions({
      onSuccess: (answer) => {
        queryClient.setQueryData(api.notifications.settings.queryKey(), answer);
        toast.success('Notification settings saved');
      },
      onError: (error: unknown) => toast.failure('Failed to save your settings', error),
    }),
  );
  if (query.isError) {
    return <LoadError title="Failed to load your notification settings" query={query} />;
  }
  return (
    <div id="notifications" ref={section} className={classes.section}>
      <Section title="Notifications">
        {query.data?.settings.map((setting) => (
          <SettingRow key={setting.kind} setting={setting} onChange={mutate} />
        )) ?? <Skeleton h={96} />}
        <WeeklyEmails />
      </Section>
    </div>
  );
}

function WeeklyEmails() {
  const { data } = useQuery(api.notifications.subscriptions.queryOptions({}));
  return data?.subscriptions.map(({ viewpointId, viewpointName, projectId, projectName }) => (
    <Group key={viewpointId} className={classes.row} justify="space-between">
      <div>
        <TextLink to={ROUTES.viewpoint} params={{ projectId, viewpointId }}>
          {viewpointName}
        </TextLink>
        <Text c="dimmed">{projectName}</Text>
      </div>
      <WeeklyEmail viewpointId={viewpointId} />
    </Group>
  ));
}

type RowProps = {
  setting: NotificationSetting;
  onChange: (change: NotificationSettingChange) => void;
};

function SettingRow({ setting: { kind, inApp, mail }, onChange }: RowProps) {
  const label = LABELS[kind];
  return (
    <fieldset className={classes.row}>
      <legend className="visually-hidden">{label}</legend>
      <Text fw={500} aria-hidden>
        {label}
      </Text>
      <Group justify="space-between">
        <Switch
          label="In the app"
          checked={inApp}
          onChange={({ currentTarget }) => onChange({ kind, inApp: currentTarget.checked })}
        />
        <NativeSelect
          aria-label={`Email: ${label}`}
          leftSection={<Text size="sm">Email</Text>}
          leftSectionWidth={56}
          data={[...FREQUENCIES]}
          value={mail}
          onChange={({ currentTarget }) =>
            onChange({ kind, mail: FREQUENCIES[currentTarget.selectedIndex]?.value })
          }
        />
      </Group>
    </fieldset>
  );
}

/** Scrolls the element into view if the URL has its hash. */
function useScrollTo(hash: string) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (window.location.hash === hash) element.current?.scrollIntoView();
  }, [hash]);
  return element;
}
