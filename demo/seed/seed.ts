import type { Context } from '#server/platform/context.ts';
import { withLock } from '#server/platform/db/lock.ts';
import { seedAccounts } from './accounts.ts';
import { seedMessages } from './messages.ts';
import { recordEnd, recordStart, progressIn } from './notes.ts';
import { isUnused } from './queries.ts';
import { seedPins } from './pins.ts';
import { seedSharing } from './sharing.ts';
import { seedProjects, type Print } from './visits.ts';

const SYSTEM = { kind: 'system' } as const;
const WORK = 'sample site';

/**
 * Creates the sample site in an empty database, or completes one that was interrupted. Does nothing in other databases
 * or while another process is creating it. Each step creates only missing content. Requires a running worker. Returns
 * whether it did anything.
 */
export async function seedDemo(ctx: Context, print: Print = () => {}): Promise<boolean> {
  const isMade = await withLock(ctx.db, WORK, async () => {
    if (!(await begin(ctx))) return false;
    try {
      await seedMessages(ctx);
      await seedProjects(ctx, print);
      await seedSharing(ctx);
      await seedPins(ctx);
    } catch (error) {
      // Someone removed the sample site while it was being created.
      if (!(await hasSample(ctx))) return false;
      throw error;
    }
    await ctx.db.as(SYSTEM, recordEnd);
    return true;
  });
  return isMade ?? false;
}

/** Runs only the first step, so that people can sign in immediately. Returns false if there is nothing to do. */
export const seedDemoAccounts = async (ctx: Context): Promise<boolean> =>
  (await withLock(ctx.db, WORK, () => begin(ctx))) ?? false;

/** Creates the accounts. Returns false if no sample site is needed. */
async function begin(ctx: Context): Promise<boolean> {
  const isWanted = await ctx.db.as(SYSTEM, async (tx) => {
    const { isStarted, isFinished } = await progressIn(tx);
    if (isStarted) return !isFinished;
    if (!(await isUnused(tx))) return false;
    await recordStart(tx);
    return true;
  });
  if (isWanted) await seedAccounts(ctx);
  return isWanted;
}

/** Whether the database was created with the sample site, which wasn't removed since. */
export const hasSample = (ctx: Context): Promise<boolean> =>
  ctx.db.as(SYSTEM, async (tx) => (await progressIn(tx)).isStarted);
