import { companiesFor } from '#server/features/companies/service.ts';
import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { seedAccounts } from './accounts.ts';
import { seedProjects } from './visits.ts';

const SYSTEM = { kind: 'system' } as const;
const STARTED = 'demo.started';
const FINISHED = 'demo.finished';

/**
 * Makes the sample site in an empty database, or completes one that was interrupted; does nothing
 * in any other. Each step makes only what is not there yet.
 */
export async function seedDemo(ctx: Context): Promise<void> {
  if (!(await isWanted(ctx))) return;
  await note(ctx, STARTED);
  await seedAccounts(ctx);
  await seedProjects(ctx);
  await note(ctx, FINISHED);
}

/** The audit log remembers how far it got: what people have removed since is not made again. */
async function isWanted(ctx: Context): Promise<boolean> {
  const noted = await ctx.db.as(SYSTEM, (tx) =>
    tx.selectFrom('auditLog').select('action').where('action', 'in', [STARTED, FINISHED]).execute(),
  );
  const actions = noted.map(({ action }) => action);
  if (actions.includes(FINISHED)) return false;
  return actions.includes(STARTED) || (await companiesFor(ctx, SYSTEM)).length === 0;
}

const note = (ctx: Context, action: string) =>
  ctx.db.as(SYSTEM, (tx) => audit(tx, action, { type: 'demo', id: null }));
