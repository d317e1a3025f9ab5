import type { Activity } from '#domain/overview.ts';
import { counted, dateTime, DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import type { AuditEntry } from '#domain/audit.ts';
import { brand } from '#web/lib/brand.ts';

/** Verbs before the object's name, for actions not in `COMMON_VERBS`. */
const VERBS: Record<string, string> = {
  'submission.unpublished': 'unpublished',
  'submission.schedule-canceled': 'canceled the schedule of',
  'submission.schedule-refused': "couldn't publish",
  'submission.cover-chosen': 'chose the cover of',
  'submission.clock-paused': 'paused the clock of',
  'submission.clock-resumed': 'resumed the clock of',
  'submission.drive-import-started': 'imported from Google Drive into',
  'submission.drive-import-canceled': 'canceled an import from Google Drive into',
  'submission.drive-save-started': 'saved to Google Drive:',
  'submission.drive-save-canceled': 'canceled saving to Google Drive:',
  'project.member-added': 'added a member to',
  'project.member-removed': 'removed a member from',
  'company.merged': 'merged into another company:',
  'person.profile-changed': 'changed the profile of',
  'person.email-changed': 'changed the email address of',
  'person.role-changed': 'changed the role of',
  'person.password-changed': 'changed the password of',
  'person.password-recovered': 'set a new password for',
  'person.second-factor-on': 'turned on two-factor sign-in for',
  'person.second-factor-off': 'turned off two-factor sign-in for',
  'person.second-factor-removed': 'removed two-factor sign-in from',
  'person.recovery-codes-renewed': 'renewed the recovery codes of',
  'person.session-ended': 'ended a session of',
  'person.sessions-ended': 'ended the other sessions of',
  'person.created': 'created the account of',
  'person.verified': 'verified the email address of',
  'person.provider-bound': 'linked single sign-on to',
  'person.provider-released': 'unlinked single sign-on from',
  'person.taken-over': 'claimed the account of',
  'person.calendar-linked': 'created a calendar link for',
  'person.calendar-off': 'turned off the calendar link of',
  'file.shown-to-clients': 'showed to clients:',
  'file.kept-from-clients': 'hid from clients:',
  'file.picture-chosen': 'chose the picture of',
  'file.map-corrected': 'corrected the map of',
  'file.chapters-changed': 'changed the chapters of',
  'file.shown-as-photo': 'set to show as a photo:',
  'file.set-aside': 'stopped showing as a photo:',
  'visit.weathered-out': 'called off, because of the weather,',
  'visit.matched': 'matched a flight to',
  'form-submission.sorted': 'changed the spam status of',
  'form-submission.exported': 'exported',
  'invitation.settled': 'closed',
  'mail.retried': 'resent',
  'job.retried': 'retried',
  'drive.connected': 'connected Google Drive',
  'drive.disconnected': 'disconnected Google Drive',
  'drive.made-public': 'made a file public in Google Drive',
  'drive.taken-back': 'made a public file private in Google Drive',
  'export.imported': 'imported',
  'backup.made': 'made',
  'sample.removed': 'removed',
  'checklist.dismissed': 'hid',
  'checklist.finished': 'finished',
  'backup.requested': 'started a backup',
  'backup.verification-requested': 'verified the backup',
  'backup.failed': 'could not make a backup',
  'backup.overdue': 'found that the backup is overdue',
  'export.requested': 'exported',
  'export.downloaded': 'downloaded an export of',
  'settings.email-tested': 'sent a test email',
  'storage.nearly-full': 'found that the disk is nearly full',
  'storage.has-room': 'found that there is enough disk space again',
  'demo.visit-made': 'created the sample visit',
  'demo.finished': 'finished the sample site',
  'download.address-made': 'created a link for',
};

/** Actions with the same wording for every kind of object. */
const COMMON_VERBS = new Set(
  `created changed deleted added published scheduled archived restored moved enabled disabled accepted
  canceled requested declined paused resumed resent revoked deactivated reactivated activated`.split(
    /\s+/,
  ),
);

/** Moving to the bin shows as "deleted". */
const IN_BIN: Record<string, string> = { 'put-in-bin': 'deleted', 'restored-from-bin': 'restored' };

const NOUNS: Record<string, string> = {
  project: 'the project',
  company: 'the company',
  'share-link': 'the share link',
  invitation: 'the invitation for',
  mail: 'the email',
  download: 'the download',
  settings: 'the settings of',
  visit: 'the visit',
  'visit-plan': 'the visit plan of',
};
const UNNAMED_SUBJECTS: Record<string, string> = {
  'form-submission': 'a form submission',
  submission: 'a submission',
  file: 'a file',
  person: 'an account',
  mail: 'an email',
  job: 'a background job',
  installation: 'an export',
  backup: 'a backup',
  sample: 'the sample site',
  checklist: 'the setup checklist',
  'share-link': 'a share link',
};

/** Verb and object: 'published', 'Week 12'. Null if the action has no wording here. */
export function activityText({ actor, action, subject, count }: Activity): [string, string] | null {
  const last = action.slice(action.indexOf('.') + 1);
  const verb = VERBS[action] ?? IN_BIN[last] ?? (COMMON_VERBS.has(last) ? last : null);
  if (verb === null) return null;
  if (subject.type === 'file' && count > 1) return [`${verb} ${counted(count, 'file')}`, ''];
  // Avoids 'created the account of their own account'.
  const shortVerb = verb.replace(/ the account of$/, '');
  if (subject.type === 'person' && subject.id === actor.id) return [shortVerb, 'their own account'];
  if (subject.name === null)
    return [`${shortVerb} ${UNNAMED_SUBJECTS[subject.type] ?? ''}`.trim(), ''];
  return [[verb, NOUNS[subject.type]].filter(Boolean).join(' '), subject.name];
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** 'share-link', 'role-changed' and 'clientsHaveAccess' as separate lowercase words. */
const spaced = (name: string) =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[-_.]/g, ' ')
    .toLowerCase();

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const ACTION_LABELS: Record<string, string> = {
  'webhook.sent-again': 'Webhook message resent',
  'mail.retried': 'Email resent',
  'person.taken-over': 'Account claimed',
  'person.provider-bound': 'Single sign-on linked',
  'person.provider-released': 'Single sign-on unlinked',
  'person.password-recovered': 'Password reset',
  'person.second-factor-on': 'Two-factor sign-in turned on',
  'person.second-factor-off': 'Two-factor sign-in turned off',
  'person.second-factor-removed': 'Two-factor sign-in removed',
  'invitation.settled': 'Invitation closed',
  'file.kept-from-clients': 'File hidden from clients',
  'file.set-aside': 'File no longer shown as photo',
  'viewpoint.made': 'Viewpoint created',
  'viewpoint.photos-given': 'Photos added to viewpoint',
  'viewpoint.photos-taken': 'Photos removed from viewpoint',
  'drive.made-public': 'Google Drive file made public',
  'drive.taken-back': 'Google Drive file made private',
  'submission.schedule-refused': 'Submission not published on schedule',
  'download.address-made': 'Download link created',
  'form-submission.sorted': 'Form submission spam status changed',
  'export.made': 'Export created',
  'settings.email-tested': 'sent a test email',
  'storage.nearly-full': 'Disk nearly full',
  'storage.has-room': 'Disk space available again',
  'demo.visit-made': 'Sample visit created',
  'demo.finished': 'Sample site finished',
};

/** 'Person role changed' for 'person.role-changed', unless ACTION_LABELS has a better text. */
export const actionLabel = (action: string): string =>
  ACTION_LABELS[action] ??
  capitalized(spaced(action))
    .replace('put in bin', 'moved to trash')
    .replace('from bin', 'from trash');

export function actorLabel({ kind, name }: AuditEntry['actor']): string {
  if (name !== null) return name;
  if (kind === 'system') return brand.name;
  if (kind === 'share') return 'Visitor with a share link';
  return kind === 'anonymous' ? 'Visitor' : 'Deleted account';
}

export const subjectLabel = ({ type, name }: AuditEntry['subject']): string =>
  name ?? capitalized(spaced(type));

function valueText(value: unknown): string | null {
  if (value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') {
    if (INSTANT.test(value)) return dateTime(value, DEFAULT_TIME_ZONE);
    return UUID.test(value) ? null : value;
  }
  if (Array.isArray(value)) return value.map(valueText).filter(Boolean).join(', ') || null;
  return isChange(value) ? changeText(value) : null;
}

const isChange = (value: unknown): value is { from: unknown; to: unknown } =>
  typeof value === 'object' && value !== null && 'from' in value && 'to' in value;

function changeText({ from, to }: { from: unknown; to: unknown }): string | null {
  const text = [valueText(from), valueText(to)];
  return text.includes(null) ? null : `from ${text.join(' to ')}`;
}

/** The details in one line, without ids: 'from: client · to: admin · company: from A to none'. */
export const detailText = (detail: AuditEntry['detail']): string =>
  Object.entries(detail)
    .filter(([key]) => !key.endsWith('Id'))
    .map(([key, value]) => {
      const text = valueText(value);
      // The values of `fields` are field names.
      return [spaced(key), key === 'fields' && text ? spaced(text) : text] as const;
    })
    .filter(([, text]) => text)
    .map(([key, text]) => `${key}: ${text}`)
    .join(' · ');
