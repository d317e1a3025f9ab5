import { z } from 'zod';
import { Id, Instant } from './fields.ts';
import { isStaffRole, type Role } from './roles.ts';
import { Weekday } from './visit-plans.ts';

export const NotificationKind = z.enum([
  'week-published',
  'link-expiring',
  'link-viewed',
  'files-failed',
  'import-done',
  'schedule-refused',
  'visit-changed',
  'visit-requested',
  'map-built',
  'pin-assigned',
  'pin-replied',
  'pin-due',
  'webhook-disabled',
  'disk-nearly-full',
  'backup-failed',
]);
export type NotificationKind = z.infer<typeof NotificationKind>;

export const MailFrequency = z.enum(['off', 'at-once', 'weekly']);
export type MailFrequency = z.infer<typeof MailFrequency>;

export const NotificationSetting = z.object({
  kind: NotificationKind,
  inApp: z.boolean(),
  mail: MailFrequency,
});
export type NotificationSetting = z.infer<typeof NotificationSetting>;
export const NotificationSettingChange = NotificationSetting.partial({ inApp: true, mail: true });
export type NotificationSettingChange = z.infer<typeof NotificationSettingChange>;

export const DEFAULT_SETTINGS: Record<NotificationKind, Omit<NotificationSetting, 'kind'>> = {
  'week-published': { inApp: true, mail: 'at-once' },
  'link-expiring': { inApp: true, mail: 'at-once' },
  'link-viewed': { inApp: true, mail: 'off' },
  'files-failed': { inApp: true, mail: 'off' },
  'import-done': { inApp: true, mail: 'off' },
  'schedule-refused': { inApp: true, mail: 'at-once' },
  'visit-changed': { inApp: true, mail: 'at-once' },
  'visit-requested': { inApp: true, mail: 'at-once' },
  'map-built': { inApp: true, mail: 'at-once' },
  'pin-assigned': { inApp: true, mail: 'at-once' },
  'pin-replied': { inApp: true, mail: 'at-once' },
  'pin-due': { inApp: true, mail: 'at-once' },
  'webhook-disabled': { inApp: true, mail: 'off' },
  'disk-nearly-full': { inApp: true, mail: 'off' },
  'backup-failed': { inApp: true, mail: 'at-once' },
};

const STAFF_KINDS = new Set<NotificationKind>([
  'files-failed',
  'import-done',
  'schedule-refused',
  'visit-requested',
  'map-built',
  'backup-failed',
]);

/** Sent to operators in a separate email; can't be turned off. */
const OPERATOR_KINDS = new Set<NotificationKind>(['webhook-disabled', 'disk-nearly-full']);

export const configurableKinds = (role: Role): NotificationKind[] =>
  NotificationKind.options.filter(
    (kind) => !OPERATOR_KINDS.has(kind) && (!STAFF_KINDS.has(kind) || isStaffRole(role)),
  );

export const KIND_NAMES: Record<NotificationKind, string> = {
  'week-published': 'new weeks',
  'link-expiring': 'share links about to expire',
  'link-viewed': 'share links opened for the first time',
  'files-failed': "files that couldn't be processed",
  'import-done': 'Google Drive imports',
  'schedule-refused': "submissions that weren't published on schedule",
  'visit-changed': 'moved or canceled flights',
  'visit-requested': 'visit requests',
  'map-built': 'built maps',
  'pin-assigned': 'pins for you',
  'pin-replied': 'replies to your pins',
  'pin-due': 'due pins',
  'webhook-disabled': 'disabled webhooks',
  'disk-nearly-full': 'a nearly full disk',
  'backup-failed': 'failed backups',
};

export const EXPIRY_NOTICE_DAYS = 3;

export const Notification = z.object({
  id: Id,
  kind: NotificationKind,
  heading: z.string(),
  detail: z.string(),
  path: z.string(),
  isRead: z.boolean(),
  createdAt: Instant,
  timeZone: z.string().nullable(),
});
export type Notification = z.infer<typeof Notification>;

/** Emails the latest two photos of a viewpoint on a weekday. */
export const ViewpointSubscription = z.object({
  viewpointId: Id,
  viewpointName: z.string(),
  projectId: Id,
  projectName: z.string(),
  weekday: Weekday,
});
export type ViewpointSubscription = z.infer<typeof ViewpointSubscription>;
