import { companiesFor } from '#server/features/companies/service.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { seedAccounts } from './accounts.ts';
import { seedMessages } from './messages.ts';
import { seedSharing } from './sharing.ts';
import { seedProjects, type Tell } from './visits.ts';

const SYSTEM = { kind: 'system' } as const;
const STARTED = 'demo.started';
const FINISHED = 'demo.finished';

/**
 * Makes the sample site in an empty database, or completes one that was interrupted; does nothing
 * in any other. Each step makes only what is not there yet. Its visits need a running worker.
 */
export async function seedDemo(ctx: Context, tell: Tell = () => {}): Promise<void> {
  if (!(await seedDemoAccounts(ctx))) return;
  await seedMessages(ctx);
  await seedProjects(ctx, tell);
  await seedSharing(ctx);
  await note(ctx, FINISHED);
}

/** The first step alone, so that people can sign in at once. False where no sample site is wanted. */
export async function seedDemoAccounts(ctx: Context): Promise<boolean> {
  const noted = await notedIn(ctx);
  if (noted.has(FINISHED)) return false;
  if (!noted.has(STARTED)) {
    if ((await companiesFor(ctx, SYSTEM)).length > 0) return false;
    await note(ctx, STARTED);
  }
  await seedAccounts(ctx);
  return true;
}

/** Whether the database began as a sample site, whatever people have made of it since. */
export const holdsSample = async (ctx: Context): Promise<boolean> =>
  (await notedIn(ctx)).has(STARTED);

/** The audit log remembers how far it got: what people have removed since is not made again. */
const notedIn = (ctx: Context): Promise<Set<string>> =>
  ctx.db.as(SYSTEM, async (tx) => {
    const actions = [STARTED, FINISHED];
    const rows = await tx
      .selectFrom('auditLog')
      .select('action')
      .where('action', 'in', actions)
      .execute();
    return new Set(rows.map(({ action }) => action));
  });

const note = (ctx: Context, action: string) =>
  ctx.db.as(SYSTEM, (tx) => audit(tx, action, { type: 'demo', id: null }));
