import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { presentUndelivered } from './present.ts';
import { findUndelivered, listUndelivered } from './queries.ts';

export { countUndelivered } from './queries.ts';

export const undeliveredMails = (ctx: Context, viewer: Viewer) =>
  ctx.db.ask(viewer, async (tx) => (await listUndelivered(tx)).map(presentUndelivered));

/** Queues the email with all its attempts. Throws MAIL_NOT_FOUND or MAIL_BEING_SENT. */
export const retryMail = (ctx: Context, viewer: Viewer, { id }: { id: string }) =>
  ctx.db.as(viewer, async (tx) => {
    const mail = await findUndelivered(tx, id);
    if (!mail) throw new AppError('MAIL_NOT_FOUND');
    if (!(await ctx.mail.retry(tx, id))) throw new AppError('MAIL_BEING_SENT');
    await ctx.record(tx, { type: 'mail.retried', id, detail: mail });
    return { id };
  });
