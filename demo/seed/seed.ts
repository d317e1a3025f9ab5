import type { Context } from '#server/platform/context.ts';
import { withLock } from '#server/platform/db/lock.ts';
import { seedAccounts } from './accounts.ts';
import { seedMessages } from './messages.ts';
import { noteEnd, noteStart, progressIn } from './notes.ts';
import { isUntouched } from './queries.ts';
import { seedSharing } from './sharing.ts';
import { seedProjects, type Tell } from './visits.ts';

const SYSTEM = { kind: 'system' } as const;
const WORK = 'sample site';

/**
 * Makes the sample site in an empty database, or completes one that was interrupted; does nothing
 * in any other, nor while another process makes it. Each step makes only what is not there yet.
 * Its visits need a running worker. Answers whether it did.
 */
export async function seedDemo(ctx: Context, tell: Tell = () => {}): Promise<boolean> {
  const isMade = await withLock(ctx.db, WORK, async () => {
    if (!(await begin(ctx))) return false;
    await seedMessages(ctx);
    await seedProjects(ctx, tell);
    await seedSharing(ctx);
    await ctx.db.as(SYSTEM, noteEnd);
    return true;
  });
  return isMade ?? false;
}

/** The first step alone, so that people can sign in at once. False where it was not for this process. */
export const seedDemoAccounts = async (ctx: Context): Promise<boolean> =>
  (await withLock(ctx.db, WORK, () => begin(ctx))) ?? false;

/** Makes the accounts, or says false where no sample site is wanted. */
async function begin(ctx: Context): Promise<boolean> {
  const isWanted = await ctx.db.as(SYSTEM, async (tx) => {
    const { isStarted, isFinished } = await progressIn(tx);
    if (isStarted) return !isFinished;
    if (!(await isUntouched(tx))) return false;
    await noteStart(tx);
    return true;
  });
  if (isWanted) await seedAccounts(ctx);
  return isWanted;
}

/** Whether the database began as a sample site, whatever people have made of it since. */
export const holdsSample = (ctx: Context): Promise<boolean> =>
  ctx.db.as(SYSTEM, async (tx) => (await progressIn(tx)).isStarted);
