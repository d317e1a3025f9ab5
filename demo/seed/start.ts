import { setTimeout as delay } from 'node:timers/promises';
import { isPublished } from '#domain/passwords.ts';
import type { Context } from '#server/platform/context.ts';
import { isLocalName } from '#server/platform/http/this-machine.ts';
import { startSweeps } from '#server/platform/sweep.ts';
import { alignPhoto } from '#server/viewpoints/jobs.ts';
import { startWorker } from '#server/worker.ts';
import { operatorOf, updateSamplePasswords } from './accounts.ts';
import { keepRecent } from './keep-recent.ts';
import { hasSample, seedDemo, seedDemoAccounts } from './seed.ts';
import type { Print } from './visits.ts';

const ONLY_HERE = [
  'They work only on this machine because the password is public. To use them from elsewhere,',
  'or from outside a container, set DEMO_PASSWORD to your own password.',
];

/**
 * Creates missing sample accounts, so that people can sign in immediately. Returns lines with the sign-in details, or
 * null if the database has no sample.
 */
export async function beginSample(ctx: Context): Promise<string[] | null> {
  await seedDemoAccounts(ctx);
  if (!(await hasSample(ctx))) return null;
  const { demo, host } = ctx.config;
  await updateSamplePasswords(ctx);
  const isReachable = !isLocalName(host.includes(':') ? `[${host}]` : host);
  return [
    `Sample accounts, all with the password ${demo.password}:`,
    `  ${operatorOf(ctx.config)}  operator portal`,
    '  client@overfly.example  client portal',
    ...(isReachable && isPublished(demo.password) ? ONLY_HERE : []),
  ];
}

/**
 * Creates the rest of the sample while the product is running, then keeps it recent. Returns a function that stops this
 * without waiting; the next start continues.
 */
export const keepSample = (ctx: Context, print: Print): (() => void) =>
  startSweeps(ctx.log, [async () => void (await seedDemo(ctx, print)), () => keepRecent(ctx)]);

/**
 * Creates the sample and waits until its photos are aligned; otherwise, every copy of the site would align them again.
 */
export async function seedOnce(ctx: Context): Promise<void> {
  const stopSweeping = await startWorker(ctx);
  const print: Print = (line) => void process.stdout.write(`  ${line}\n`);
  if (!(await seedDemo(ctx, print))) {
    print(
      'The sample site was not added: this database has data, or another process is adding it.',
    );
  }
  while ((await ctx.queue.list(alignPhoto)).pending.length > 0) await delay(500);
  stopSweeping();
}
