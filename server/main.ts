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
import { mailboxPlugin } from '#demo/mailbox/mailbox-page.ts';
import { resetDemo } from '#demo/seed/reset.ts';
import { seedDemo } from '#demo/seed/seed.ts';
import { beginSample, keepSample } from '#demo/seed/start.ts';
import type { Context } from './platform/context.ts';
import { startGivingBack } from './platform/give-back.ts';
import { assertOwnStorage } from './own-storage.ts';
import { startFailure } from './start-failure.ts';

const USAGE = `usage: overfly COMMAND
  serve       run the website, the API and the worker in one process
  work        run the worker only
  migrate     update the database, then exit
  invite-admin ADDRESS
              create a link that makes someone an admin, then exit
  disable-two-factor ADDRESS
              turn off two-factor sign-in for someone who lost their codes,
              then exit
  seed-demo   add the sample site to an empty database, then exit
  reset-demo [--yes]
              empty a database that holds the sample site, then exit; with --yes
              even if it holds companies that are not part of the sample`;

/** Serves until it is told to stop. The sample site is made while the product already answers. */
async function serve(ctx: Context) {
  // Before anybody is answered; the worker asks again.
  await assertOwnStorage(ctx);
  const { demo } = ctx.config;
  const app = await createApp(ctx, [mailboxPlugin(ctx)]);
  const signIn = demo.enabled ? await beginSample(ctx) : null;
  const entry = signIn ?? (await firstEntry(ctx));
  await app.listen({ host: ctx.config.host, port: ctx.config.port });
  const stopSweeping = await startWorker(ctx);
  announce(ctx, app.server.address(), entry);
  const stopKeeping = demo.enabled ? keepSample(ctx, tell) : () => {};
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

/** How to make the first account, as long as there is none. */
async function firstEntry(ctx: Context): Promise<string[]> {
  if (await isAnybodyThere(ctx)) return [];
  return [
    'No one can sign in yet. To create the first admin, stop Overfly and run',
    `  npx node server/main.ts invite-admin ${ctx.config.operatorEmail}`,
  ];
}

function announce({ config }: Context, address: unknown, entry: readonly string[]) {
  const port =
    address && typeof address === 'object' && 'port' in address
      ? Number(address.port)
      : config.port;
  const host = config.host === '127.0.0.1' ? 'localhost' : config.host;
  const lines = [`\n  Overfly is running at ${config.publicUrl ?? `http://${host}:${port}`}`];
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
    `\n  Open this link within ${INVITATION_DAYS} days to become an admin:\n  ${url}\n\n`,
  );
}

async function disableTwoFactor(ctx: Context, address = '') {
  const { ended } = await removeSecondFactor(ctx, address);
  process.stdout.write(
    `\n  Two-factor sign-in is off for ${address}. Sessions ended: ${ended}.\n\n`,
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
