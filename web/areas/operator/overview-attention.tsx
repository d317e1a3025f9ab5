import { Group, Stack, Text, ThemeIcon } from '@mantine/core';
import {
  IconAlertTriangle,
  IconChevronRight,
  IconCircleCheck,
  IconClock,
  IconDatabase,
  IconFileAlert,
  IconInbox,
  IconKey,
  IconLink,
  IconMailExclamation,
  IconPencil,
  type TablerIcon,
} from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { byteSize } from '#domain/byte-size.ts';
import type { Health } from '#domain/health.ts';
import type { StaffOverview } from '#domain/overview.ts';
import { readClock } from '#domain/publication-clock.ts';
import { clockLabel } from '#web/submissions/clock/clock-text.ts';
import { counted, count as countText, date, relativeDate } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { Section } from '#web/ui/section.tsx';
import classes from './overview-screen.module.css';

type Line = {
  key: string;
  icon: TablerIcon;
  color: 'red' | 'yellow' | 'blue' | 'green' | 'gray';
  text: string;
  detail?: string | undefined;
  link: LinkProps;
};

const toSubmission = (submissionId: string): LinkProps => ({
  to: ROUTES.submission,
  params: { submissionId },
});
const LIBRARY: LinkProps = { to: ROUTES.submissions };
const ALL_FILES: LinkProps = { to: ROUTES.files };

const remainingLine = (left: number, what: string, line: Omit<Line, 'key' | 'text'>): Line[] =>
  left > 0 ? [{ ...line, key: `other ${what}`, text: `${countText(left)} more ${what}` }] : [];

function failedFiles({ total, first }: StaffOverview['attention']['failedFiles']): Line[] {
  const look = { icon: IconFileAlert, color: 'red' } as const;
  const named = first.reduce((sum, { count }) => sum + count, 0);
  return [
    ...first.map(({ submissionId, title, projectName, count }): Line => ({
      ...look,
      key: `failed ${submissionId}`,
      text: `${counted(count, 'file')} failed${title === null ? '' : ` in ${title}`}`,
      detail: projectName ?? undefined,
      link: submissionId === null ? ALL_FILES : toSubmission(submissionId),
    })),
    ...remainingLine(total - named, 'failed files', { ...look, link: LIBRARY }),
  ];
}

function oldDrafts({ total, first }: StaffOverview['attention']['oldDrafts'], now: Date): Line[] {
  const look = { icon: IconPencil, color: 'yellow' } as const;
  return [
    ...first.map(({ id, title, projectName, createdAt, timeZone }): Line => ({
      ...look,
      key: `draft ${id}`,
      text: `${title} is still a draft`,
      detail: `${projectName} · started ${relativeDate(createdAt, timeZone, now)}`,
      link: toSubmission(id),
    })),
    ...remainingLine(total - first.length, 'old drafts', { ...look, link: LIBRARY }),
  ];
}

const MAX_CLOCKS = 5;
function dueClocks(drafts: StaffOverview['clocks']['drafts'], now: Date): Line[] {
  const icon = IconClock;
  return [
    ...drafts.slice(0, MAX_CLOCKS).map(({ id, title, projectName, clock }): Line => {
      const reading = readClock(clock, now);
      return {
        key: `clock ${id}`,
        icon,
        color: reading?.state === 'late' ? 'red' : 'yellow',
        text: `${title}: ${clockLabel(reading) ?? ''}`,
        detail: `${projectName} · 36-hour clock`,
        link: toSubmission(id),
      };
    }),
    ...remainingLine(drafts.length - MAX_CLOCKS, 'drafts due', {
      icon,
      color: 'yellow',
      link: LIBRARY,
    }),
  ];
}

function expiringLinks({ total, first }: StaffOverview['attention']['expiringLinks']): Line[] {
  const look = { icon: IconLink, color: 'yellow' } as const;
  return [
    ...first.map(({ id, name, projectId, projectName, timeZone, expiresAt }): Line => ({
      ...look,
      key: `link ${id}`,
      text: `Share link “${name}” expires ${date(expiresAt, timeZone)}`,
      detail: projectName,
      link: { to: ROUTES.operatorProject, params: { projectId }, hash: 'share-links' },
    })),
    ...remainingLine(total - first.length, 'share links expiring soon', {
      ...look,
      link: { to: ROUTES.operatorSharing },
    }),
  ];
}

const nearQuota = (companies: StaffOverview['attention']['nearQuota']): Line[] =>
  companies.map(({ id, companyName, usedBytes, quotaBytes }) => ({
    key: `quota ${id}`,
    icon: IconDatabase,
    color: usedBytes >= (quotaBytes ?? 0) ? 'red' : 'yellow',
    text: `${companyName} has used ${byteSize(usedBytes)} of ${byteSize(quotaBytes ?? 0)}`,
    detail: 'At the limit, new uploads are refused',
    link: { to: ROUTES.companyProjects, params: { companyId: id } },
  }));

const healthMessage = (name: string, { ok, detail, warning }: Health['mail']) =>
  ok ? warning : `${name}: ${detail}`;

function parts({ system, attention: { undeliveredMails: mails } }: StaffOverview): Line[] {
  const messages = [
    // The email check fails because of these unsent emails, which are already listed.
    ...(mails > 0 && !system.mail.ok ? [] : [healthMessage('Email', system.mail)]),
    healthMessage('Storage', system.storage),
    healthMessage('Queue', system.queue),
    healthMessage('Database', system.database),
  ].filter((text) => text !== null);
  return messages.map((text) => ({
    key: text,
    icon: IconAlertTriangle,
    color: 'yellow',
    text,
    link: { to: ROUTES.system },
  }));
}

const unreadableSettings = (secrets: StaffOverview['attention']['unreadableSettings']): Line[] =>
  secrets.map(({ label, section, sectionLabel }) => ({
    key: `setting ${section} ${label}`,
    icon: IconKey,
    color: 'red',
    text: `${label} can't be read`,
    detail: `${sectionLabel} · the secret key has changed. Enter it again in the settings.`,
    link: { to: ROUTES.settingsSection, params: { section } },
  }));

function linesOf(overview: StaffOverview, now: Date): Line[] {
  const { attention, clocks } = overview;
  const { unreadMessages, undeliveredMails } = attention;
  return [
    ...unreadableSettings(attention.unreadableSettings),
    ...failedFiles(attention.failedFiles),
    ...oldDrafts(attention.oldDrafts, now),
    ...dueClocks(clocks.drafts, now),
    ...(unreadMessages > 0
      ? [
          {
            key: 'messages',
            icon: IconInbox,
            color: 'blue' as const,
            text: counted(unreadMessages, 'unread message'),
            detail: 'Form submissions',
            link: { to: ROUTES.formSubmissions, search: { filter: 'unread' as const } },
          },
        ]
      : []),
    ...expiringLinks(attention.expiringLinks),
    ...(undeliveredMails > 0
      ? [
          {
            key: 'mails',
            icon: IconMailExclamation,
            color: 'red' as const,
            text: `${counted(undeliveredMails, 'email')} could not be sent`,
            link: { to: ROUTES.operator, hash: 'mails' },
          },
        ]
      : []),
    ...nearQuota(attention.nearQuota),
    ...parts(overview),
  ];
}

export function OverviewAttention({ overview, now }: { overview: StaffOverview; now: Date }) {
  const lines = linesOf(overview, now);
  return (
    <Section title="Needs Attention" id="attention">
      {lines.length === 0 ? (
        <Group gap="sm" wrap="nowrap">
          <ThemeIcon variant="light" color="green" size={36}>
            <IconCircleCheck size={20} stroke={1.5} aria-hidden />
          </ThemeIcon>
          <Text>Nothing needs attention</Text>
        </Group>
      ) : (
        <Stack component="ul" gap={0} className={classes.lines}>
          {lines.map((line) => (
            <AttentionLine key={line.key} line={line} />
          ))}
        </Stack>
      )}
    </Section>
  );
}

export function AttentionLine({ line: { icon: Icon, color, text, detail, link } }: { line: Line }) {
  return (
    <li>
      <Link {...link} className={classes.line}>
        <ThemeIcon variant="light" color={color} size={32}>
          <Icon size={18} stroke={1.75} aria-hidden />
        </ThemeIcon>
        <span className={classes.words}>
          <Text span fw={500}>
            {text}
          </Text>
          {detail ? (
            <Text span c="dimmed" size="sm">
              {detail}
            </Text>
          ) : null}
        </span>
        <IconChevronRight size={16} stroke={1.75} aria-hidden />
      </Link>
    </li>
  );
}
