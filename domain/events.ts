import type { BinKind } from './bin.ts';
import type { Audience } from './live.ts';
import type { NotificationKind } from './notifications.ts';
import type { WebhookEvent } from './webhooks.ts';

type Row = readonly [
  log: 'log' | '-',
  live: keyof LiveFacts | '-',
  webhook: WebhookEvent | '-',
  news: NotificationKind | '-',
];

/**
 * Columns: audit log, live event, webhook, notification; `-` means none. Effects in later modules are in
 * `server/subscribers.ts`.
 */
export const EVENTS = {
  'webhook.created': ['log', '-', '-', '-'],
  'webhook.changed': ['log', '-', '-', '-'],
  'webhook.deleted': ['log', '-', '-', '-'],
  'webhook.secret-rotated': ['log', '-', '-', '-'],
  'webhook.sent-again': ['log', '-', '-', '-'],
  'webhook.disabled': ['log', '-', '-', 'webhook-disabled'],
  'mail.retried': ['log', '-', '-', '-'],
  'notifications.changed': ['-', 'notifications', '-', '-'],

  'person.created': ['log', 'person', '-', '-'],
  'person.taken-over': ['log', 'person', '-', '-'],
  'person.verified': ['log', 'person', '-', '-'],
  'person.email-changed': ['log', 'person', '-', '-'],
  'person.profile-changed': ['log', 'person', '-', '-'],
  'person.units-chosen': ['-', 'person', '-', '-'],
  'person.calendar-linked': ['log', '-', '-', '-'],
  'person.calendar-off': ['log', '-', '-', '-'],
  'person.changed': ['log', 'person-too', '-', '-'],
  'person.role-changed': ['log', 'person-too', '-', '-'],
  'person.deactivated': ['log', 'person-too', '-', '-'],
  'person.reactivated': ['log', 'person-too', '-', '-'],
  'person.provider-bound': ['log', '-', '-', '-'],
  'person.provider-released': ['log', 'person-too', '-', '-'],
  'person.password-changed': ['log', '-', '-', '-'],
  'person.password-recovered': ['log', '-', '-', '-'],
  'person.session-ended': ['log', '-', '-', '-'],
  'person.sessions-ended': ['log', '-', '-', '-'],
  'person.second-factor-on': ['log', '-', '-', '-'],
  'person.second-factor-off': ['log', '-', '-', '-'],
  'person.second-factor-removed': ['log', '-', '-', '-'],
  'person.recovery-codes-renewed': ['log', '-', '-', '-'],
  'invitation.created': ['log', 'invitation', '-', '-'],
  'invitation.resent': ['log', 'invitation', '-', '-'],
  'invitation.revoked': ['log', 'invitation', '-', '-'],
  'invitation.accepted': ['log', 'invitation', '-', '-'],
  'invitation.settled': ['log', 'invitation', '-', '-'],
  'api-token.created': ['log', '-', '-', '-'],
  'api-token.revoked': ['log', '-', '-', '-'],

  'company.created': ['log', 'company', '-', '-'],
  'company.changed': ['log', 'company', '-', '-'],
  'company.merged': ['log', 'company', '-', '-'],
  'company.put-in-bin': ['log', 'company', '-', '-'],
  'company.restored-from-bin': ['log', 'company', '-', '-'],
  'company.deleted': ['log', '-', '-', '-'],
  'project.created': ['log', 'project', 'project.created', '-'],
  'project.changed': ['log', 'project', '-', '-'],
  'project.member-added': ['log', 'project', '-', '-'],
  'project.member-removed': ['log', 'project', '-', '-'],
  'project.put-in-bin': ['log', 'project', '-', '-'],
  'project.restored-from-bin': ['log', 'project', '-', '-'],
  'project.refilled': ['-', 'project', '-', '-'],
  'project.deleted': ['log', '-', '-', '-'],

  'file.added': ['log', 'file', '-', '-'],
  'file.changed': ['-', 'file', '-', '-'],
  'file.ready': ['-', 'file', 'file.ready', '-'],
  'file.failed': ['-', 'file', 'file.failed', 'files-failed'],
  'file.chapters-changed': ['log', 'file', '-', '-'],
  'file.picture-chosen': ['log', 'file', '-', '-'],
  'file.map-corrected': ['log', '-', '-', '-'],
  'file.shown-to-clients': ['log', '-', '-', '-'],
  'file.kept-from-clients': ['log', '-', '-', '-'],
  'file.shown-as-photo': ['log', '-', '-', '-'],
  'file.set-aside': ['log', '-', '-', '-'],
  'file.moved': ['log', '-', '-', '-'],
  'file.put-in-bin': ['log', 'file', '-', '-'],
  'file.restored-from-bin': ['log', 'file', '-', '-'],
  'file.deleted': ['log', '-', '-', '-'],
  /** A photo was processed or moved. The caller has locked the project. */
  'photo.located': ['-', '-', '-', '-'],
  'photos.found-elsewhere': ['-', '-', '-', '-'],
  'photos.moved': ['-', '-', '-', '-'],
  'photos.set-aside': ['-', '-', '-', '-'],

  'viewpoint.made': ['log', 'viewpoints', '-', '-'],
  'viewpoint.changed': ['log', 'viewpoints', '-', '-'],
  'viewpoint.split': ['log', 'viewpoints', '-', '-'],
  'viewpoint.merged': ['log', 'viewpoints', '-', '-'],
  'viewpoint.deleted': ['log', 'viewpoints', '-', '-'],
  'viewpoint.photos-given': ['log', 'viewpoints', '-', '-'],
  'viewpoint.photos-taken': ['log', 'viewpoints', '-', '-'],
  'viewpoint.reference-chosen': ['log', 'viewpoints', '-', '-'],
  'viewpoints.changed': ['-', 'viewpoints', '-', '-'],

  'measurement.created': ['log', 'measurements', '-', '-'],
  'measurement.changed': ['log', 'measurements', '-', '-'],
  'measurement.deleted': ['log', 'measurements', '-', '-'],

  'pin.created': ['log', 'pins', 'pin.created', 'pin-assigned'],
  'pin.changed': ['log', 'pins', '-', 'pin-assigned'],
  'pin.replied': ['log', 'pins', '-', 'pin-replied'],
  'pin.answered': ['log', 'pins', '-', 'pin-replied'],
  'pin.done': ['log', 'pins', 'pin.done', 'pin-replied'],
  'pin.reopened': ['log', 'pins', '-', 'pin-replied'],
  'pin.guest-revoked': ['log', 'pins', '-', '-'],
  'pin.due': ['-', '-', '-', 'pin-due'],
  'pin.put-in-bin': ['log', 'pins', '-', '-'],
  'pin.restored-from-bin': ['log', 'pins', '-', '-'],
  'pin.deleted': ['log', '-', '-', '-'],

  'engine.created': ['log', 'settings', '-', '-'],
  'engine.changed': ['log', 'settings', '-', '-'],
  'engine.deleted': ['log', 'settings', '-', '-'],
  'map-build.started': ['log', 'map-builds', '-', '-'],
  'map-build.canceled': ['log', 'map-builds', '-', '-'],
  'map-build.done': ['log', 'map-builds', '-', 'map-built'],
  'map-build.failed': ['log', 'map-builds', '-', 'map-built'],
  'map-build.changed': ['-', 'map-builds', '-', '-'],

  'drive.connected': ['log', '-', '-', '-'],
  'drive.disconnected': ['log', '-', '-', '-'],
  'drive.made-public': ['log', '-', '-', '-'],
  'drive.taken-back': ['log', '-', '-', '-'],
  'submission.drive-import-started': ['log', 'drive-transfers', '-', '-'],
  'submission.drive-import-canceled': ['log', 'drive-transfers', '-', '-'],
  'submission.drive-import-ended': ['-', 'drive-transfers', '-', 'import-done'],
  'submission.drive-save-started': ['log', 'drive-transfers', '-', '-'],
  'submission.drive-save-canceled': ['log', 'drive-transfers', '-', '-'],
  'drive-transfers.changed': ['-', 'drive-transfers', '-', '-'],

  'submission.created': ['log', 'submission', 'submission.created', '-'],
  'submission.changed': ['log', 'submission', '-', '-'],
  'submission.cover-chosen': ['log', '-', '-', '-'],
  'submission.scheduled': ['log', 'submission', '-', '-'],
  'submission.schedule-canceled': ['log', 'submission', '-', '-'],
  'submission.schedule-refused': ['log', 'submission', '-', 'schedule-refused'],
  'submission.clock-paused': ['log', 'submission', '-', '-'],
  'submission.clock-resumed': ['log', 'submission', '-', '-'],
  'submission.published': ['log', 'submission', 'submission.published', 'week-published'],
  'submission.unpublished': ['log', 'submission', 'submission.unpublished', '-'],
  'submission.archived': ['log', 'submission', '-', '-'],
  'submission.restored': ['log', 'submission', '-', '-'],
  'submission.flight-record-changed': ['log', 'submission', '-', '-'],
  'submission.flight-looked-up': ['log', 'submission', '-', '-'],
  'submission.moved': ['log', 'submission', '-', '-'],
  /** Recorded in addition to the move, because both the previous and the new audience must be notified. */
  'submission.moved-while-published': ['-', 'submission', '-', 'week-published'],
  'submission.files-moved': ['-', 'submission', '-', '-'],
  'submission.put-in-bin': ['log', 'submission', '-', '-'],
  'submission.restored-from-bin': ['log', 'submission', '-', '-'],
  'submission.deleted': ['log', '-', '-', '-'],

  'visit-plan.changed': ['log', 'visits', '-', '-'],
  'visit-plan.paused': ['log', 'visits', '-', '-'],
  'visit-plan.resumed': ['log', 'visits', '-', '-'],
  'visit.requested': ['log', 'visits', '-', 'visit-requested'],
  'visit.accepted': ['log', 'visits', '-', 'visit-changed'],
  'visit.declined': ['log', 'visits', '-', 'visit-changed'],
  'visit.added': ['log', 'visits', '-', '-'],
  'visit.moved': ['log', 'visits', '-', 'visit-changed'],
  'visit.changed': ['log', 'visits', '-', '-'],
  'visit.canceled': ['log', 'visits', '-', 'visit-changed'],
  'visit.weathered-out': ['log', 'visits', '-', 'visit-changed'],
  'visit.restored': ['log', 'visits', '-', '-'],
  'visit.matched': ['log', 'visits', '-', '-'],
  'visits.planned': ['-', 'visits', '-', '-'],

  'share-link.created': ['log', 'share-link', '-', '-'],
  'share-link.changed': ['log', 'share-link', '-', '-'],
  'share-link.enabled': ['log', 'share-link', '-', '-'],
  'share-link.disabled': ['log', 'share-link', '-', '-'],
  'share-link.deleted': ['log', 'share-link', '-', '-'],
  'share-link.viewed': ['-', 'share-link', '-', '-'],
  'share-link.first-viewed': ['-', 'share-link', 'share_link.first_viewed', 'link-viewed'],
  'share-link.expiring': ['-', '-', '-', 'link-expiring'],
  'download.address-made': ['log', '-', '-', '-'],
  'downloads.changed': ['-', 'downloads', '-', '-'],
  'evidence-pack.requested': ['log', '-', '-', '-'],

  'form-submission.received': ['-', 'form-submission', 'form_submission.received', '-'],
  /** The message was read, or it arrived as spam or from a signed-in person. */
  'form-submission.changed': ['-', 'form-submission', '-', '-'],
  'form-submission.sorted': ['log', 'form-submission', '-', '-'],
  'form-submission.set-up': ['log', 'form-submission', '-', '-'],
  'form-submission.exported': ['log', '-', '-', '-'],
  'settings.changed': ['log', 'settings', '-', '-'],
  'settings.email-tested': ['log', '-', '-', '-'],
  'job.retried': ['log', '-', '-', '-'],
  'backup.requested': ['log', '-', '-', '-'],
  'backup.verification-requested': ['log', '-', '-', '-'],
  'backup.failed': ['log', '-', '-', 'backup-failed'],
  'backup.overdue': ['log', '-', '-', 'backup-failed'],
  'export.requested': ['log', '-', '-', '-'],
  'export.downloaded': ['log', '-', '-', '-'],
  'export.made': ['log', '-', '-', '-'],
  'backup.made': ['log', '-', '-', '-'],
  'sample.removed': ['log', 'settings', '-', '-'],
  'checklist.dismissed': ['log', '-', '-', '-'],
  'checklist.finished': ['log', '-', '-', '-'],
  'storage.nearly-full': ['log', '-', '-', 'disk-nearly-full'],
  'storage.has-room': ['log', '-', '-', 'disk-nearly-full'],
} as const satisfies Record<string, Row>;

export type EventType = keyof typeof EVENTS;

/**
 * The subject type is the part of the event name before the dot, unless `subjectType` is set. Omit `name` for people:
 * the log must not contain personal data.
 */
export type LogFacts = {
  id: string | null;
  name?: string | null;
  subjectType?: string;
  detail?: object;
};

/** Set `audience` if clients lose access to the subject, or if seeing the project isn't enough to see it. */
type ForAudience = { audience?: Audience | undefined };

export type LiveFacts = {
  notifications: { profileIds: string[] };
  person: { id: string };
  'person-too': { id: string };
  invitation: { id: string };
  company: { id: string } & ForAudience;
  project: { id: string } & ForAudience;
  file: { file: FileHome } & ForAudience;
  viewpoints: { projectId: string };
  pins: { projectId: string; isInternal: boolean };
  measurements: { submissionId: string };
  'drive-transfers': { projectId: string; submissionId: string };
  visits: { projectId: string };
  'map-builds': { projectId: string };
  submission: { id: string; projectId: string } & ForAudience;
  'share-link': { id: string; projectId: string; createdBy: string };
  downloads: { profileIds: string[] };
  'form-submission': { id: string };
  settings: object;
};

type FileHome = {
  id: string;
  projectId: string | null;
  submissionId: string | null;
  companyId: string | null;
  isForClients?: boolean;
};

export type NotificationFacts = {
  'week-published': { id: string };
  'link-expiring': { id: string; createdBy: string };
  'link-viewed': { id: string; createdBy: string };
  'files-failed': { file: { submissionId: string | null; createdBy: string | null } };
  'import-done': { submissionId: string; createdBy: string | null };
  'schedule-refused': { id: string; scheduledBy: string | null };
  'visit-changed': { id: string };
  'visit-requested': { id: string };
  'pin-assigned': PinNews;
  'pin-replied': PinNews;
  'pin-due': PinNews;
  'map-built': { submissionId: string; createdBy: string | null };
  'webhook-disabled': { id: string; personIds: readonly string[] };
  'disk-nearly-full': { personIds: readonly string[] };
  'backup-failed': { personIds: readonly string[] };
};

type PinNews = { id: string; personIds: readonly string[] };

export type ModuleFacts = {
  'project.changed': { id: string };
  'photo.located': { fileId: string; projectId: string; isElsewhere: boolean | null };
  'file.ready': { id: string; file: FileHome };
  'photos.found-elsewhere': { fileIds: readonly string[] };
  'photos.moved': { fileIds: readonly string[]; fromId: string; viewpointIds: readonly string[] };
  'photos.set-aside': { photos: readonly PlacedPhoto[] };
  'submission.moved': { id: string };
  'company.deleted': { id: string };
  'company.merged': { id: string };
  'file.restored-from-bin': { id: string };
  'file.deleted': DeletionFacts;
  'submission.deleted': DeletionFacts;
  'project.deleted': DeletionFacts;
};

/** Everything else in a company is deleted first. */
export type DeletionFacts = { thing: { kind: Exclude<BinKind, 'company' | 'pin'>; id: string } };

export type PlacedPhoto = { id: string; projectId: string | null; viewpointId: string | null };

type Part<Facts, Key> = Key extends keyof Facts ? Facts[Key] : unknown;

type RowOf<Type extends EventType> = (typeof EVENTS)[Type];

export type EventOf<Type extends EventType> = { type: Type } & Part<ModuleFacts, Type> &
  Part<{ log: LogFacts }, RowOf<Type>[0]> &
  Part<LiveFacts, RowOf<Type>[1]> &
  Part<Record<WebhookEvent, { id: string }>, RowOf<Type>[2]> &
  Part<NotificationFacts, RowOf<Type>[3]>;

export type Event = { [Type in EventType]: EventOf<Type> }[EventType];
