import { dueText } from '#domain/visit-texts.ts';
import { dateText } from '#domain/date-format.ts';
import { dayIn } from '#domain/weeks.ts';
import type { VisitStatus } from '#domain/visits.ts';
import type { Notification } from '#domain/notifications.ts';
import type { NotificationRow } from './queries.ts';

const dayOf = (instant: Date, timeZone: string) =>
  dateText(instant, { timeZone, dateStyle: 'medium' });

function importHeading({ importState, importedCount }: NotificationRow): string {
  if (importState === 'stopped') return 'The import from Google Drive stopped';
  const files = importedCount === 1 ? '1 file' : `${importedCount} files`;
  return `${files} imported from Google Drive`;
}

const VISIT_TEXTS: Record<VisitStatus, string> = {
  requested: 'Visit requested for',
  planned: 'Visit request accepted:',
  canceled: 'Flight canceled:',
  'weathered-out': 'Flight called off due to weather:',
  declined: 'Visit request declined:',
};

function visitHeading({ dueAt, visitStatus, movedFrom, timeZone }: NotificationRow): string {
  const isMove = visitStatus === 'planned' && movedFrom !== null;
  const text = isMove ? 'Flight moved to' : VISIT_TEXTS[visitStatus ?? 'planned'];
  return `${text} ${dueAt && timeZone ? dueText(dueAt, timeZone) : 'another day'}`;
}

function visitDetail(row: NotificationRow, project: string): string {
  const { movedFrom, visitReason, visitStatus, timeZone } = row;
  const isMoved = visitStatus === 'planned' && movedFrom && timeZone;
  const before = isMoved ? `was ${dueText(movedFrom, timeZone)}` : null;
  return [project, before ?? visitReason].filter(Boolean).join(' · ');
}

const shortened = (text: string) => (text.length > 120 ? `${text.slice(0, 119)}…` : text);

function dueHeading({ pinDueOn, createdAt, timeZone }: NotificationRow) {
  if (!pinDueOn) return 'A pin is due';
  const verb = pinDueOn < dayIn(createdAt, timeZone ?? 'UTC') ? 'was' : 'is';
  return `A pin ${verb} due on ${dayOf(new Date(pinDueOn), 'UTC')}`;
}

function pinHeading(row: NotificationRow) {
  const { kind, pinKind, pinState, assigneeId, personId } = row;
  if (kind === 'pin-due') return dueHeading(row);
  const isApproval = pinKind === 'approval';
  if (kind === 'pin-assigned') {
    if (isApproval) return 'A week is waiting for your approval';
    return assigneeId === personId ? 'A pin was assigned to you' : 'You were mentioned in a pin';
  }
  if (isApproval && pinState !== 'open')
    return pinState === 'done' ? 'A week was approved' : 'Changes to a week were requested';
  return pinState === 'done' ? 'A pin is done' : 'New reply to a pin';
}

export function textOf(row: NotificationRow): { heading: string; detail: string } {
  const { kind, title, projectName, linkTitle, expiresAt, failedCount, scheduleError } = row;
  const project = projectName ?? 'A project you no longer have access to';
  switch (kind) {
    case 'week-published':
      return { heading: `New week: ${title}`, detail: project };
    case 'link-expiring': {
      const day = expiresAt ? dayOf(expiresAt, row.timeZone ?? 'UTC') : '';
      const heading = `A share link expires on ${day}`;
      return { heading, detail: [linkTitle, project].filter(Boolean).join(' · ') };
    }
    case 'link-viewed': {
      const detail = [linkTitle, project].filter(Boolean).join(' · ');
      return { heading: 'A share link was opened for the first time', detail };
    }
    case 'files-failed': {
      const files = failedCount === 1 ? '1 file' : `${failedCount} files`;
      return { heading: `${files} could not be processed`, detail: `${title} · ${project}` };
    }
    case 'import-done': {
      const heading = importHeading(row);
      return { heading, detail: `${title} · ${project}` };
    }
    case 'schedule-refused': {
      const detail = [project, scheduleError].filter(Boolean).join(' · ');
      return { heading: `${title} was not published on schedule`, detail };
    }
    case 'visit-requested':
    case 'visit-changed':
      return { heading: visitHeading(row), detail: visitDetail(row, project) };
    case 'map-built': {
      const isReady = row.mapState === 'done';
      const heading = isReady ? 'A map is ready' : 'A map could not be built';
      return {
        heading,
        detail: [title, project, isReady ? null : row.mapProblem].filter(Boolean).join(' · '),
      };
    }
    case 'pin-assigned':
    case 'pin-replied':
    case 'pin-due':
      return { heading: pinHeading(row), detail: `${shortened(row.pinText ?? '')} · ${project}` };
    case 'webhook-disabled': {
      const detail = 'It stays off until an admin enables it.';
      return { heading: `Webhook disabled: ${row.webhookName}`, detail };
    }
    case 'disk-nearly-full': {
      const detail = "When it's full, new uploads are refused.";
      return { heading: 'The disk is nearly full', detail };
    }
    case 'backup-failed':
      return { heading: 'The backup failed', detail: row.backupProblem ?? '' };
  }
}

export function pathOf(row: NotificationRow, isStaff: boolean): string {
  if (row.kind === 'webhook-disabled') return '/operator/settings/integrations';
  if (row.kind === 'disk-nearly-full') return '/operator/system';
  if (row.kind === 'backup-failed') return '/operator/system#backups';
  const { submissionId, projectId, visitId, pinId } = row;
  if (pinId !== null) return `/${isStaff ? 'operator' : 'dashboard'}/pins/${pinId}`;
  if (visitId !== null)
    return isStaff ? `/operator/projects/${projectId}#visits` : `/dashboard/projects/${projectId}`;
  if (submissionId === null) return isStaff ? '/operator/sharing' : '/dashboard/sharing';
  return isStaff
    ? `/operator/content/${submissionId}`
    : `/dashboard/projects/${projectId}/week/${submissionId}`;
}

export const presentNotification = (row: NotificationRow, isStaff: boolean): Notification => ({
  id: row.id,
  kind: row.kind,
  ...textOf(row),
  path: pathOf(row, isStaff),
  isRead: row.readAt !== null,
  createdAt: row.createdAt.toISOString(),
  timeZone: row.timeZone,
});
