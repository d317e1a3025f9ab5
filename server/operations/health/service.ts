import type { Health } from '#domain/health.ts';
import type { Context } from '#server/platform/context.ts';
import type { PartState } from '#server/platform/part-state.ts';
import packageJson from '../../../package.json' with { type: 'json' };

/** Never rejects. */
export async function readHealth(ctx: Context): Promise<Health> {
  const withoutError =
    (part: string) =>
    ({ ok, detail, warning = null, error }: PartState) => {
      if (error !== undefined) ctx.log.error({ err: error, part }, 'a component is down');
      return { ok, detail, warning };
    };
  const database = await ctx.db.state().then(withoutError('database'));
  const waits = { ok: false, detail: 'waiting for the database', warning: null };
  const [storage, queue, mail] = await Promise.all([
    ctx.storage.state().then(withoutError('storage')),
    database.ok ? ctx.queue.state().then(withoutError('queue')) : waits,
    database.ok ? ctx.mail.state().then(withoutError('mail')) : waits,
  ]);
  return {
    ok: database.ok && storage.ok && queue.ok,
    version: packageJson.version,
    database,
    storage,
    queue,
    mail,
  };
}
