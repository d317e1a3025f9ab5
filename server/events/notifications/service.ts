import { AppError } from '#domain/errors.ts';
import {
  DEFAULT_SETTINGS,
  kindsOf,
  type Notification,
  type NotificationKind,
  type NotificationSetting,
  type NotificationSettingChange,
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
  listAudience,
  listNotifications,
  listSettings,
  markRead,
  saveSetting,
  type Subject,
} from './queries.ts';

type Telling = Pick<Context, 'clock' | 'live'>;
type News = { kind: NotificationKind; subject: Subject; personIds: readonly string[] };

/**
 * Tells people of a thing, in the caller's transaction: in the app and by mail, as each of them chose.
 * Whoever was told of it before, was deactivated or does not see it is not told.
 */
export async function tell({ clock, live }: Telling, tx: Tx, news: News): Promise<void> {
  const told = await insertNotifications(tx, { ...news, now: clock() });
  await announce({ live }, tx, told);
}

const announce = async ({ live }: Pick<Context, 'live'>, tx: Tx, profileIds: string[]) => {
  if (profileIds.length === 0) return;
  await live.publish(tx, { type: 'notifications.changed' }, { companyId: null, profileIds });
};

/** Tells all who follow a project that a week of it was published, but not who did it. */
export async function tellOfWeek(
  ctx: Telling,
  tx: Tx,
  { id, projectId }: { id: string; projectId: string },
): Promise<void> {
  const audience = await listAudience(tx, projectId);
  const personIds = audience.filter((personId) => personId !== profileOf(viewerOf(tx)));
  await tell(ctx, tx, { kind: 'week-published', subject: { submissionId: id }, personIds });
}

/** Tells who added a file that it failed. */
export async function tellOfFailure(
  ctx: Telling,
  tx: Tx,
  { submissionId, createdBy }: { submissionId: string | null; createdBy: string | null },
): Promise<void> {
  if (submissionId === null || createdBy === null) return;
  await tell(ctx, tx, {
    kind: 'files-failed',
    subject: { submissionId },
    personIds: [createdBy],
  });
}

/** Tells who began an import from Google Drive that it is done, or that something stopped it, every time. */
export async function tellOfImport(
  ctx: Telling,
  tx: Tx,
  { submissionId, createdBy }: { submissionId: string; createdBy: string | null },
): Promise<void> {
  const personIds = createdBy === null ? [] : [createdBy];
  await tellAgain(ctx, tx, { kind: 'import-done', subject: { submissionId }, personIds });
}

/** Tells who scheduled a publication, or else the project's manager, that it was refused, every time. */
export async function tellOfRefusal(
  ctx: Telling,
  tx: Tx,
  { submissionId, scheduledBy }: { submissionId: string; scheduledBy: string | null },
): Promise<void> {
  const personId = scheduledBy ?? (await findProjectManager(tx, submissionId));
  const personIds = personId === null ? [] : [personId];
  await tellAgain(ctx, tx, { kind: 'schedule-refused', subject: { submissionId }, personIds });
}

/** Tells people of a thing as `tell` does, also when they were told of it before; nobody else has it in their list then. */
export async function tellAgain(ctx: Telling, tx: Tx, news: News): Promise<void> {
  await forgetNotifications(tx, news.kind, news.subject);
  await tell(ctx, tx, news);
}

/** What the bell shows, and how much of all there is is unread. */
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

/** Marks one as read; what is read stays so. NOTIFICATION_NOT_FOUND. */
export const readNotification = (ctx: Context, viewer: Viewer, { id }: { id: string }) =>
  ctx.db.as(viewer, async (tx) => {
    const marked = await markRead(tx, ctx.clock(), id);
    if (marked.length === 0 && !(await isNotification(tx, id))) {
      throw new AppError('NOTIFICATION_NOT_FOUND');
    }
    if (marked.length > 0) await announceTo(ctx, tx);
    return { id };
  });

export const readAllNotifications = (ctx: Context, viewer: Viewer) =>
  ctx.db.as(viewer, async (tx) => {
    const { length: marked } = await markRead(tx, ctx.clock());
    if (marked > 0) await announceTo(ctx, tx);
    return { marked };
  });

/** Tells the other tabs and devices of the viewer. */
const announceTo = (ctx: Context, tx: Tx) =>
  announce(ctx, tx, [profileOf(viewerOf(tx)) ?? ''].filter(Boolean));

type Self = { viewer: Viewer; role: Role };

/** How this person is told of what, a setting for each kind there is for them. */
export const settingsOf = (ctx: Context, { viewer, role }: Self): Promise<NotificationSetting[]> =>
  ctx.db.ask(viewer, (tx) => settingsIn(tx, role));

async function settingsIn(tx: Tx, role: Role): Promise<NotificationSetting[]> {
  const chosen = await listSettings(tx);
  return kindsOf(role).map(
    (kind) => chosen.find((one) => one.kind === kind) ?? { kind, ...DEFAULT_SETTINGS[kind] },
  );
}

/** Changes how this person is told of one kind, also of what waits to be mailed to them. ACCESS_DENIED. */
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
    await announceTo(ctx, tx);
    return settingsIn(tx, role);
  });

/** Ends all mails of these kinds to a person, who need not be signed in. */
export const stopMails = (
  ctx: Context,
  personId: string,
  kinds: readonly NotificationKind[],
): Promise<void> =>
  ctx.db.as({ kind: 'client', profileId: personId, companyId: null }, async (tx) => {
    const chosen = await listSettings(tx);
    for (const kind of kinds) {
      const before = chosen.find((one) => one.kind === kind) ?? DEFAULT_SETTINGS[kind];
      await saveSetting(tx, personId, { ...before, kind, mail: 'off' });
    }
    await announceTo(ctx, tx);
  });
