import { parseArgs } from 'node:util';
import { createApp } from './app.ts';
import { readConfig } from './config.ts';
import { createContext } from './context.ts';
import { inviteAdmin } from './features/invitations/service.ts';
import { startWorker } from './worker.ts';
import { INVITATION_DAYS } from '#domain/invitations.ts';
import { resetDemo } from '#demo/reset.ts';
import { seedDemo, seedDemoAccounts } from '#demo/seed.ts';
import type { Context } from './platform/context.ts';

const USAGE = `usage: overfly COMMAND
  serve       web, API and worker in one process
  work        worker only
  migrate     bring the database up to date, then exit
  invite-admin ADDRESS
              make a link by which somebody becomes an admin, then exit
  seed-demo   put the sample site into an empty database, then exit
  reset-demo [--yes]
              empty a database that holds the sample site, then exit; with --yes
              also when companies that are not of the sample are in it`;

/** Serves until it is told to stop. The sample site is made while the product already answers. */
async function serve(ctx: Context) {
  const app = await createApp(ctx);
  if (ctx.config.demo.enabled) await seedDemoAccounts(ctx);
  await app.listen({ host: ctx.config.host, port: ctx.config.port });
  const stopSweeping = await startWorker(ctx);
  announce(ctx, app.server.address());
  let isStopping = false;
  if (ctx.config.demo.enabled) {
    // Not waited for at the end: what is not made yet is made on the next start.
    seedDemo(ctx, tell).catch((error: unknown) => {
      if (!isStopping) ctx.log.error({ err: error }, 'the sample site could not be made');
    });
  }
  await stopSignal();
  isStopping = true;
  stopSweeping();
  await app.close();
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

function announce({ config }: Context, address: unknown) {
  const port =
    address && typeof address === 'object' && 'port' in address
      ? Number(address.port)
      : config.port;
  const host = config.host === '127.0.0.1' ? 'localhost' : config.host;
  const lines = [`\n  Overfly is at ${config.publicUrl ?? `http://${host}:${port}`}`];
  if (config.demo.enabled) {
    lines.push('', `  Demo accounts, all with the password ${config.demo.password}:`);
    lines.push(`    ${config.operatorEmail}  back office`);
    lines.push('    client@overfly.example  client portal');
  }
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

type Command = (ctx: Context, argument: string | undefined, isSure: boolean) => Promise<void>;

const COMMANDS: Record<string, Command> = {
  serve,
  work,
  migrate: async () => {},
  'invite-admin': inviteByAddress,
  'seed-demo': seedOnce,
  'reset-demo': (ctx, _argument, isSure) => resetDemo(ctx, isSure),
};

async function main() {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { yes: { type: 'boolean', default: false } },
  });
  const command = COMMANDS[positionals[0] ?? ''];
  if (!command) {
    process.stderr.write(`${USAGE}\n`);
    process.exitCode = 2;
    return;
  }
  const ctx = await createContext(readConfig());
  try {
    await command(ctx, positionals[1], values.yes);
  } finally {
    await ctx.close();
  }
}

try {
  await main();
} catch (error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
