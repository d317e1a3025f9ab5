import type { ComparedView } from '#domain/submission-comparison.ts';
import { EXPIRY_NOTICE_DAYS } from '#domain/notifications.ts';
import { viewerOfPerson } from '#server/platform/auth/sessions/session.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { notificationMail } from './mail.ts';
import {
  claimDue,
  listDue,
  listExpiringLinks,
  listPeopleToMail,
  removeOldNotifications,
  type NotificationRow,
} from './queries.ts';

const DAY_MS = 86_400_000;
/** Emails are delayed, so that a submission published by mistake can be unpublished before they're sent. */
const GRACE_MS = 2 * 60_000;
const STALE_MS = 9 * DAY_MS;
const KEEP_MS = 180 * DAY_MS;
const SYSTEM = { kind: 'system' } as const;

type ViewsOf = (
  ctx: Context,
  tx: Tx,
  weeks: readonly string[],
) => Promise<Map<string, ComparedView>>;

export async function sweepNotifications(ctx: Context, viewsOf: ViewsOf): Promise<void> {
  await recordExpiringLinks(ctx);
  await emailDueNotifications(ctx, viewsOf);
  const before = new Date(ctx.clock().getTime() - KEEP_MS);
  await ctx.db.as(SYSTEM, (tx) => removeOldNotifications(tx, before));
}

const recordExpiringLinks = (ctx: Context) =>
  ctx.db.as(SYSTEM, async (tx) => {
    const now = ctx.clock();
    const by = new Date(now.getTime() + EXPIRY_NOTICE_DAYS * DAY_MS);
    for (const link of await listExpiringLinks(tx, { now, by }))
      await ctx.record(tx, { type: 'share-link.expiring', ...link });
  });

async function emailDueNotifications(ctx: Context, viewsOf: ViewsOf): Promise<void> {
  const now = ctx.clock().getTime();
  const span = { after: new Date(now - STALE_MS), before: new Date(now - GRACE_MS) };
  const people = await ctx.db.as(SYSTEM, (tx) => listPeopleToMail(tx, span));
  await emailEach(ctx, people, async (tx, person) => {
    const rows = await listDue(tx, span);
    for (const pace of ['at-once', 'weekly'] as const) {
      const due = rows.filter(({ mail }) => mail === pace);
      if (due.length > 0) await queueEmail(ctx, tx, { person, rows: due, viewsOf });
    }
  });
}

/** Works as each person, so that an email contains only what the person can see now. */
export async function emailEach<To extends Pick<Person, 'id' | 'role' | 'companyId'>>(
  ctx: Context,
  people: readonly To[],
  work: (tx: Tx, person: To) => Promise<void>,
): Promise<void> {
  for (const person of people) {
    const viewer = viewerOfPerson(person.id, person.role, person.companyId);
    try {
      await ctx.db.as(viewer, (tx) => work(tx, person));
    } catch (error) {
      ctx.log.error({ err: error, personId: person.id }, 'failed to email notifications');
    }
  }
}

type Person = Awaited<ReturnType<typeof listPeopleToMail>>[number];

/** Claims notifications and queues the email in one transaction, so that nobody gets it twice. */
async function queueEmail(
  ctx: Context,
  tx: Tx,
  { person, rows, viewsOf }: { person: Person; rows: NotificationRow[]; viewsOf: ViewsOf },
) {
  const ids = rows.map(({ id }) => id);
  const claimed = new Set(await claimDue(tx, ids, ctx.clock()));
  const own = rows.filter(({ id }) => claimed.has(id));
  const [first, ...others] = own;
  if (!first) return;
  const isOneWeek = first.kind === 'week-published' && first.mail === 'at-once' && !others.length;
  const weeks = isOneWeek && first.submissionId ? [first.submissionId] : [];
  const [view] = (await viewsOf(ctx, tx, weeks)).values();
  await ctx.mail.queue(tx, notificationMail(ctx, person, own, view));
}
