import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { alone } from '#server/platform/db/alone.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { seedAccounts } from './accounts.ts';
import { seedMessages } from './messages.ts';
import { seedSharing } from './sharing.ts';
import { seedProjects, type Tell } from './visits.ts';

const SYSTEM = { kind: 'system' } as const;
const WORK = 'sample site';
const STARTED = 'demo.started';
const FINISHED = 'demo.finished';

/**
 * Makes the sample site in an empty database, or completes one that was interrupted; does nothing
 * in any other, nor while another process makes it. Each step makes only what is not there yet.
 * Its visits need a running worker.
 */
export async function seedDemo(ctx: Context, tell: Tell = () => {}): Promise<void> {
  await alone(ctx.db, WORK, async () => {
    if (!(await begin(ctx))) return;
    await seedMessages(ctx);
    await seedProjects(ctx, tell);
    await seedSharing(ctx);
    await ctx.db.as(SYSTEM, (tx) => note(tx, FINISHED));
  });
}

/** The first step alone, so that people can sign in at once. False where it was not for this process. */
export const seedDemoAccounts = async (ctx: Context): Promise<boolean> =>
  (await alone(ctx.db, WORK, () => begin(ctx))) ?? false;

/** Makes the accounts, or says false where no sample site is wanted. */
async function begin(ctx: Context): Promise<boolean> {
  const isWanted = await ctx.db.as(SYSTEM, async (tx) => {
    const noted = await notedIn(tx);
    if (noted.has(STARTED)) return !noted.has(FINISHED);
    if (!(await isUntouched(tx))) return false;
    await note(tx, STARTED);
    return true;
  });
  if (isWanted) await seedAccounts(ctx);
  return isWanted;
}

/** Whether nobody has been here: the sample's accounts have a published password. */
async function isUntouched(tx: Tx): Promise<boolean> {
  for (const table of ['profiles', 'invitations', 'formSubmissions', 'companies'] as const) {
    if (await tx.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false;
  }
  return true;
}

/** Whether the database began as a sample site, whatever people have made of it since. */
export const holdsSample = (ctx: Context): Promise<boolean> =>
  ctx.db.as(SYSTEM, async (tx) => (await notedIn(tx)).has(STARTED));

/** The audit log remembers how far it got: what people have removed since is not made again. */
async function notedIn(tx: Tx): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('auditLog')
    .select('action')
    .where('action', 'in', [STARTED, FINISHED])
    .execute();
  return new Set(rows.map(({ action }) => action));
}

const note = (tx: Tx, action: string) => audit(tx, action, { type: 'demo', id: null });
