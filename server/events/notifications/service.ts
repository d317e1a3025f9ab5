import { AppError } from '#domain/errors.ts';
import type { NotificationFacts } from '#domain/events.ts';
import {
  DEFAULT_SETTINGS,
  configurableKinds,
  type Notification,
  NotificationKind,
  type NotificationSetting,
  type NotificationSettingChange,
  type ViewpointSubscription,
} from '#domain/notifications.ts';
import type { Role } from '#domain/roles.ts';
import type { Context } from '#server/platform/context.ts';
import { viewerOf, type Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import { presentNotification } from './present.ts';
import {
  findProjectManager,
  forgetNotifications,
  insertNotifications,
  isNotification,
  listNotifications,
  listSettings,
  markRead,
  saveSetting,
  type Subject,
} from './queries.ts';
import { listAudience, listVisitAudience, listVisitStaff } from './audience/queries.ts';
import {
  deleteSubscription,
  listSubscriptions,
  saveSubscription,
} from './subscriptions/queries.ts';
import type { Topic } from './unsubscribe.ts';

type Needs = Pick<Context, 'clock' | 'record'>;
type News = [about: Subject, personIds: readonly (string | null)[]];

const ofLink = (_: Tx, { id, createdBy }: NotificationFacts['link-viewed']): News => [
  { shareLinkId: id },
  [createdBy],
];

const ofPin = (_: Tx, { id, personIds }: NotificationFacts['pin-due']): News => [
  { pinId: id },
  personIds,
];

const NEWS: {
  [Kind in NotificationKind]: (
    tx: Tx,
    facts: NotificationFacts[Kind],
  ) => News | null | Promise<News>;
} = {
  'week-published': async (tx, { id }) => {
    const audience = await listAudience(tx, id);
    return [{ submissionId: id }, audience.filter((each) => each !== profileOf(viewerOf(tx)))];
  },
  'link-expiring': ofLink,
  'link-viewed': ofLink,
  'files-failed': (_, { file: { submissionId, createdBy } }) =>
    submissionId === null ? null : [{ submissionId }, [createdBy]],
  'import-done': (_, { submissionId, createdBy }) => [{ submissionId }, [createdBy]],
  'schedule-refused': async (tx, { id, scheduledBy }) => [
    { submissionId: id },
    [scheduledBy ?? (await findProjectManager(tx, id))],
  ],
  'visit-changed': async (tx, { id }) => [
    { visitId: id },
    (await listVisitAudience(tx, id)).filter((each) => each !== profileOf(viewerOf(tx))),
  ],
  'visit-requested': async (tx, { id }) => [{ visitId: id }, await listVisitStaff(tx, id)],
  'map-built': (_, { submissionId, createdBy }) => [{ submissionId }, [createdBy]],
  'pin-assigned': ofPin,
  'pin-replied': ofPin,
  'pin-due': ofPin,
  'webhook-disabled': (_, { id, personIds }) => [{ webhookId: id }, personIds],
  'disk-nearly-full': (_, { personIds }) => ['installation', personIds],
  'backup-failed': (_, { personIds }) => ['installation', personIds],
};

/** Kinds that notify every time. Earlier notifications of the same kind and subject are deleted first. */
const REPEATED_KINDS = new Set<NotificationKind>([
  'import-done',
  'schedule-refused',
  'visit-changed',
  'map-built',
  'pin-replied',
  'pin-due',
  'webhook-disabled',
  'disk-nearly-full',
  'backup-failed',
]);

/** Applies each person's settings. Skips deactivated people and people who were already notified. */
export async function notify<Kind extends NotificationKind>(
  ctx: Needs,
  tx: Tx,
  kind: Kind,
  facts: NotificationFacts[Kind],
): Promise<void> {
  const news = await NEWS[kind](tx, facts);
  if (!news) return;
  const [subject, people] = news;
  if (REPEATED_KINDS.has(kind)) await forgetNotifications(tx, kind, subject);
  const personIds = people.filter((each) => each !== null);
  const notified = await insertNotifications(tx, { kind, subject, personIds, now: ctx.clock() });
  await announce(ctx, tx, notified);
}

const announce = async (ctx: Pick<Context, 'record'>, tx: Tx, profileIds: string[]) => {
  if (profileIds.length > 0) await ctx.record(tx, { type: 'notifications.changed', profileIds });
};

/** `unread` also counts notifications that aren't listed. */
export const notificationsOf = (
  ctx: Context,
  viewer: Viewer,
): Promise<{ notifications: Notification[]; unread: number }> =>
  ctx.db.ask(viewer, async (tx) => {
    const rows = await listNotifications(tx);
    return {
      notifications: rows.map((row) => presentNotification(row, viewer.kind === 'staff')),
      unread: rows[0]?.unread ?? 0,
    };
  });

/** Does nothing if the notification was already read. Throws NOTIFICATION_NOT_FOUND. */
export const readNotification = (ctx: Context, viewer: Viewer, { id }: { id: string }) =>
  ctx.db.as(viewer, async (tx) => {
    const marked = await markRead(tx, ctx.clock(), id);
    if (marked.length === 0 && !(await isNotification(tx, id))) {
      throw new AppError('NOTIFICATION_NOT_FOUND');
    }
    if (marked.length > 0) await announceToViewer(ctx, tx);
    return { id };
  });

export const readAllNotifications = (ctx: Context, viewer: Viewer) =>
  ctx.db.as(viewer, async (tx) => {
    const { length: marked } = await markRead(tx, ctx.clock());
    if (marked > 0) await announceToViewer(ctx, tx);
    return { marked };
  });

/** Refreshes the viewer's other tabs and devices. */
const announceToViewer = (ctx: Context, tx: Tx) =>
  announce(ctx, tx, [profileOf(viewerOf(tx)) ?? ''].filter(Boolean));

type Self = { viewer: Viewer; role: Role };

export const settingsOf = (ctx: Context, { viewer, role }: Self): Promise<NotificationSetting[]> =>
  ctx.db.ask(viewer, (tx) => settingsIn(tx, role));

async function settingsIn(tx: Tx, role: Role): Promise<NotificationSetting[]> {
  const chosen = await listSettings(tx);
  return configurableKinds(role).map(
    (kind) => chosen.find((one) => one.kind === kind) ?? { kind, ...DEFAULT_SETTINGS[kind] },
  );
}

/** Also applies to notifications waiting to be emailed. Throws ACCESS_DENIED. */
export const changeSetting = (
  ctx: Context,
  { viewer, role }: Self,
  { kind, ...changes }: NotificationSettingChange,
): Promise<NotificationSetting[]> =>
  ctx.db.as(viewer, async (tx) => {
    const before = (await settingsIn(tx, role)).find((one) => one.kind === kind);
    const personId = profileOf(viewer);
    if (!before || personId === null) throw new AppError('ACCESS_DENIED');
    await saveSetting(tx, personId, { ...before, ...changes });
    await announceToViewer(ctx, tx);
    return settingsIn(tx, role);
  });

/** Doesn't require the person to be signed in. */
export const stopMails = (
  ctx: Context,
  personId: string,
  topics: readonly Topic[],
): Promise<void> =>
  ctx.db.as({ kind: 'client', profileId: personId, companyId: null }, async (tx) => {
    const chosen = await listSettings(tx);
    for (const topic of topics) {
      const { data: kind } = NotificationKind.safeParse(topic);
      if (!kind) {
        await deleteSubscription(tx, topic.slice('viewpoint_'.length));
        continue;
      }
      const before = chosen.find((one) => one.kind === kind) ?? DEFAULT_SETTINGS[kind];
      await saveSetting(tx, personId, { ...before, kind, mail: 'off' });
    }
    await announceToViewer(ctx, tx);
  });

export const subscriptionsOf = (ctx: Context, viewer: Viewer): Promise<ViewpointSubscription[]> =>
  ctx.db.ask(viewer, listSubscriptions);

type Subscription = { viewpointId: string; weekday: number | null };

/** Without a weekday, ends the subscription. Throws VIEWPOINT_NOT_FOUND. */
export const subscribe = (ctx: Context, viewer: Viewer, wanted: Subscription) =>
  ctx.db.as(viewer, async (tx) => {
    const { viewpointId, weekday } = wanted;
    if (weekday === null) await deleteSubscription(tx, viewpointId);
    else if (!(await saveSubscription(tx, { viewpointId, weekday, now: ctx.clock() })))
      throw new AppError('VIEWPOINT_NOT_FOUND');
    await announceToViewer(ctx, tx);
    return wanted;
  });
