import { z } from 'zod';
import { Id, Instant } from './fields.ts';
import { isStaffRole, type Role } from './roles.ts';

export const NotificationKind = z.enum([
  'week-published',
  'link-expiring',
  'link-viewed',
  'files-failed',
  'import-done',
  'schedule-refused',
  'webhook-disabled',
  'disk-nearly-full',
]);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** When a notification is mailed: never, within minutes, or with all others of the week. */
export const MailPace = z.enum(['off', 'at-once', 'weekly']);
export type MailPace = z.infer<typeof MailPace>;

/** How somebody wants to be told of one kind of news. */
export const NotificationSetting = z.object({
  kind: NotificationKind,
  inApp: z.boolean(),
  mail: MailPace,
});
export type NotificationSetting = z.infer<typeof NotificationSetting>;
export const NotificationSettingChange = NotificationSetting.partial({ inApp: true, mail: true });
export type NotificationSettingChange = z.infer<typeof NotificationSettingChange>;

/** How people are told who have not chosen otherwise. */
export const DEFAULT_SETTINGS: Record<NotificationKind, Omit<NotificationSetting, 'kind'>> = {
  'week-published': { inApp: true, mail: 'at-once' },
  'link-expiring': { inApp: true, mail: 'at-once' },
  'link-viewed': { inApp: true, mail: 'off' },
  'files-failed': { inApp: true, mail: 'off' },
  'import-done': { inApp: true, mail: 'off' },
  'schedule-refused': { inApp: true, mail: 'at-once' },
  'webhook-disabled': { inApp: true, mail: 'off' },
  'disk-nearly-full': { inApp: true, mail: 'off' },
};

const OF_STAFF = new Set<NotificationKind>(['files-failed', 'import-done', 'schedule-refused']);

/** What whoever runs the installation has to know: nobody chooses, and it has a mail of its own. */
const OF_OPERATION = new Set<NotificationKind>(['webhook-disabled', 'disk-nearly-full']);

/** The kinds of news of which somebody in this role chooses how to be told. */
export const kindsOf = (role: Role): NotificationKind[] =>
  NotificationKind.options.filter(
    (kind) => !OF_OPERATION.has(kind) && (!OF_STAFF.has(kind) || isStaffRole(role)),
  );

/** What people call a kind of news, inside a sentence. */
export const KIND_NAMES: Record<NotificationKind, string> = {
  'week-published': 'new weeks',
  'link-expiring': 'share links that are about to expire',
  'link-viewed': 'share links that were opened for the first time',
  'files-failed': 'files that failed',
  'import-done': 'imports from Google Drive that ended',
  'schedule-refused': 'submissions that could not be published on schedule',
  'webhook-disabled': 'webhooks that were disabled',
  'disk-nearly-full': 'a disk that is nearly full',
};

/** Days before a share link expires on which its owner is told. */
export const EXPIRY_NOTICE_DAYS = 3;

/** A notification as its person gets it; `path` is the screen it leads to. */
export const Notification = z.object({
  id: Id,
  kind: NotificationKind,
  heading: z.string(),
  detail: z.string(),
  path: z.string(),
  isRead: z.boolean(),
  createdAt: Instant,
  /** Of its project; null of what they no longer see. */
  timeZone: z.string().nullable(),
});
export type Notification = z.infer<typeof Notification>;
