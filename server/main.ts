import { parseArgs } from 'node:util';
import { createApp } from './app.ts';
import { closeApp } from './close-app.ts';
import { readConfig, type Config } from './config.ts';
import { createContext } from './context.ts';
import { removeSecondFactor } from './features/accounts/second-factor.ts';
import { inviteAdmin } from './features/invitations/service.ts';
import { isAnybodyThere } from './features/people/service.ts';
import { startWorker } from './worker.ts';
import { INVITATION_DAYS } from '#domain/invitations.ts';
import { keepRecent } from '#demo/keep-recent.ts';
import { resetDemo } from '#demo/reset.ts';
import { holdsSample, seedDemo, seedDemoAccounts } from '#demo/seed.ts';
import type { Context } from './platform/context.ts';
import { startGivingBack } from './platform/give-back.ts';
import { startSweeps } from './platform/sweep.ts';
import { startFailure } from './start-failure.ts';

const USAGE = `usage: overfly COMMAND
  serve       web, API and worker in one process
  work        worker only
  migrate     bring the database up to date, then exit
  invite-admin ADDRESS
              make a link by which somebody becomes an admin, then exit
  disable-two-factor ADDRESS
              take the second factor off the account of somebody who has lost it,
              then exit
  seed-demo   put the sample site into an empty database, then exit
  reset-demo [--yes]
              empty a database that holds the sample site, then exit; with --yes
              also when companies that are not of the sample are in it`;

/** Serves until it is told to stop. The sample site is made while the product already answers. */
async function serve(ctx: Context) {
  const { demo } = ctx.config;
  const app = await createApp(ctx);
  if (demo.enabled) await seedDemoAccounts(ctx);
  const entry = await entryWords(ctx);
  await app.listen({ host: ctx.config.host, port: ctx.config.port });
  const stopSweeping = await startWorker(ctx);
  announce(ctx, app.server.address(), entry);
  // Not waited for at the end: what is not made yet is made in the next round, or on the next start.
  const sample = [() => seedDemo(ctx, tell), () => keepRecent(ctx)];
  const stopKeeping = startSweeps(ctx.log, demo.enabled ? sample : []);
  await stopSignal();
  stopSweeping();
  stopKeeping();
  await closeApp(app);
}

const tell = (line: string) => void process.stdout.write(`  ${line}\n`);

async function work(ctx: Context) {
  const stopSweeping = await startWorker(ctx);
  await stopSignal();
  stopSweeping();
}

async function seedOnce(ctx: Context) {
  const stopSweeping = await startWorker(ctx);
  await seedDemo(ctx, tell);
  stopSweeping();
}

/** How to get in, for whoever has not been there yet: the accounts of the sample, or how to make the first. */
async function entryWords(ctx: Context): Promise<string[]> {
  const { demo, operatorEmail } = ctx.config;
  if (demo.enabled && (await holdsSample(ctx))) {
    return [
      `Demo accounts, all with the password ${demo.password}:`,
      `  ${operatorEmail}  back office`,
      '  client@overfly.example  client portal',
    ];
  }
  if (await isAnybodyThere(ctx)) return [];
  return [
    'Nobody can sign in yet. To make the first admin, stop this, then run',
    `  npx node server/main.ts invite-admin ${operatorEmail}`,
  ];
}

function announce({ config }: Context, address: unknown, entry: readonly string[]) {
  const port =
    address && typeof address === 'object' && 'port' in address
      ? Number(address.port)
      : config.port;
  const host = config.host === '127.0.0.1' ? 'localhost' : config.host;
  const lines = [`\n  Overfly is at ${config.publicUrl ?? `http://${host}:${port}`}`];
  if (entry.length > 0) lines.push('', ...entry.map((line) => `  ${line}`));
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

const stopSignal = () =>
  new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });

/** Prints the link: the mail of it goes out once the product runs. */
async function inviteByAddress(ctx: Context, address = '') {
  const url = await inviteAdmin(ctx, address);
  process.stdout.write(
    `\n  Open this to become an admin, within ${INVITATION_DAYS} days:\n  ${url}\n\n`,
  );
}

async function disableTwoFactor(ctx: Context, address = '') {
  const { ended } = await removeSecondFactor(ctx, address);
  process.stdout.write(
    `\n  Signing in with ${address} asks for the password alone now. Sessions ended: ${ended}.\n\n`,
  );
}

type Command = (ctx: Context, argument: string | undefined, isSure: boolean) => Promise<void>;

const COMMANDS: Record<string, Command> = {
  serve,
  work,
  migrate: async () => {},
  'invite-admin': inviteByAddress,
  'disable-two-factor': disableTwoFactor,
  'seed-demo': seedOnce,
  'reset-demo': (ctx, _argument, isSure) => resetDemo(ctx, isSure),
};

let config: Config | null = null;

async function main() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: { yes: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  const { yes = false, help = false, ...unknown } = values;
  const command = COMMANDS[positionals[0] ?? ''];
  if (help) return void process.stdout.write(`${USAGE}\n`);
  if (!command || Object.keys(unknown).length > 0) {
    process.stderr.write(`${USAGE}\n`);
    process.exitCode = 2;
    return;
  }
  config = readConfig();
  const ctx = await createContext(config);
  startGivingBack();
  try {
    await command(ctx, positionals[1], yes === true);
  } finally {
    await ctx.close();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`\n${startFailure(error, config)}\n`);
  process.exitCode = 1;
}
