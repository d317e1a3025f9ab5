import { parseArgs } from 'node:util';
import type { FastifyPluginAsync } from 'fastify';
import { createApp, closeApp } from './app.ts';
import {
  backUp,
  backUpWhileRunning,
  checkAudit,
  exportCompany,
  importCompany,
  restoreFrom,
  sweepStorage,
} from './archive-commands.ts';
import { readConfig, type Config } from './config.ts';
import { createContext } from './context.ts';
import { startControl } from './control.ts';
import { removeSecondFactor } from './people/accounts/second-factor.ts';
import { inviteAdmin } from './people/invitations/service.ts';
import { setupUrl } from './operations/setup/service.ts';
import { serveMetrics } from './operations/system/metrics-page.ts';
import { startWorker } from './worker.ts';
import { INVITATION_DAYS } from '#domain/invitations.ts';
import type { Context } from './platform/context.ts';
import { startMemoryRelease } from './platform/memory-release.ts';
import { assertOwnStorage } from './own-storage.ts';
import { startFailureMessage } from './start-failure.ts';

const USAGE = `usage: overfly COMMAND
  serve       run the website, the API and the worker in one process
  work        run the worker only
  migrate     update the database, then exit
  invite-admin ADDRESS
              create a link that makes someone an admin, then exit
  disable-two-factor ADDRESS
              turn off two-factor sign-in for someone who lost their codes,
              then exit
  export COMPANY|all FOLDER
              export one company, by its code, or everything to a folder: originals,
              all data as JSON, and a manifest; run it again to continue
  import FOLDER [CODE]
              import an exported folder; with CODE, its company gets that code, for
              example because another company has its own
  backup FOLDER [--with-pictures]
              back up to a folder, even while Overfly runs; files that are already
              there are not copied again
  restore FOLDER [--without-damaged]
              restore the latest backup in a folder, or the backup with that name,
              to an empty installation; --without-damaged skips originals that
              are missing or damaged
  check-audit
              check the audit log's chain and list entries that were changed or
              removed
  sweep [--remove]
              list stored folders older than a day that the database doesn't use;
              --remove deletes them`;

export type Sample = {
  commands: Record<string, Command>;
  usage: string;
  plugin: (ctx: Context) => FastifyPluginAsync;
  /** Runs before the first request is answered. Returns lines about how to sign in; null without sample accounts. */
  prepare: (ctx: Context) => Promise<string[] | null>;
  /** Returns a function that stops it. */
  startBackground: (ctx: Context, print: (line: string) => void) => () => void;
};

async function serve(ctx: Context, sample?: Sample) {
  // Check before the first request; the worker checks again.
  await assertOwnStorage(ctx);
  const app = await createApp(ctx, sample ? [sample.plugin(ctx)] : []);
  const shown = ctx.config.demo.enabled ? sample : undefined;
  const sampleEntry = await shown?.prepare(ctx);
  await app.listen({ host: ctx.config.host, port: ctx.config.port });
  const stopSweeping = await startWorker(ctx);
  const stopControl = await startControl(ctx);
  const origin = originOf(ctx.config, app.server.address());
  announce(origin, sampleEntry ?? (await firstAdminInstructions(ctx, origin)));
  const stopSample = shown?.startBackground(ctx, printLine);
  await waitForStopSignal();
  stopSweeping();
  stopSample?.();
  await stopControl();
  await closeApp(app);
}

const printLine = (line: string) => void process.stdout.write(`  ${line}\n`);

async function work(ctx: Context) {
  const metrics = await serveMetrics(ctx);
  const stopSweeping = await startWorker(ctx);
  await waitForStopSignal();
  stopSweeping();
  await metrics?.close();
}

async function firstAdminInstructions(ctx: Context, origin: string): Promise<string[]> {
  const url = await setupUrl(ctx, origin);
  return url === null ? [] : ['To set up your site, open this link in your browser:', `  ${url}`];
}

function originOf(config: Config, address: unknown): string {
  const port =
    address && typeof address === 'object' && 'port' in address
      ? Number(address.port)
      : config.port;
  const host = config.host === '127.0.0.1' ? 'localhost' : config.host;
  return config.publicUrl ?? `http://${host}:${port}`;
}

function announce(origin: string, entry: readonly string[]) {
  const lines = [`\n  Overfly is running at ${origin}`];
  if (entry.length > 0) lines.push('', ...entry.map((line) => `  ${line}`));
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

const waitForStopSignal = () =>
  new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });

/** The invitation email is sent later, when Overfly is running. */
async function printAdminInvitation(ctx: Context, address = '') {
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

const EXIT_GRACE_MS = 5000;

type Flags = {
  skipsConfirmation: boolean;
  removes: boolean;
  withPictures: boolean;
  leavesOutDamaged: boolean;
};
export type Command = (ctx: Context, given: readonly string[], flags: Flags) => Promise<void>;

const COMMANDS: Record<string, Command> = {
  work,
  migrate: async () => {},
  'invite-admin': (ctx, [address]) => printAdminInvitation(ctx, address),
  'disable-two-factor': (ctx, [address]) => disableTwoFactor(ctx, address),
  export: (ctx, [which, folder]) => exportCompany(ctx, which, folder),
  import: (ctx, [folder, code]) => importCompany(ctx, folder, code),
  backup: (ctx, [folder], { withPictures }) => backUp(ctx, folder, withPictures),
  'check-audit': checkAudit,
  sweep: (ctx, _given, { removes }) => sweepStorage(ctx, removes),
};

let config: Config | null = null;

export async function runProgram(sample?: Sample): Promise<void> {
  try {
    await runCommand(sample);
  } catch (error) {
    process.stderr.write(`\n${startFailureMessage(error, config)}\n`);
    process.exitCode = 1;
  }
}

async function runCommand(sample: Sample | undefined) {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: {
      yes: { type: 'boolean' },
      remove: { type: 'boolean' },
      'with-pictures': { type: 'boolean' },
      'without-damaged': { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const {
    yes = false,
    remove = false,
    'with-pictures': pictures = false,
    'without-damaged': withoutDamaged = false,
    help = false,
    ...unknown
  } = values;
  const flags: Flags = {
    skipsConfirmation: yes === true,
    removes: remove === true,
    withPictures: pictures === true,
    leavesOutDamaged: withoutDamaged === true,
  };
  const [name = '', ...given] = positionals;
  const commands: Record<string, Command> = {
    ...COMMANDS,
    serve: (ctx) => serve(ctx, sample),
    ...sample?.commands,
  };
  const usage = `${USAGE}${sample?.usage ?? ''}\n`;
  const command = name === 'restore' ? null : commands[name];
  if (help) return void process.stdout.write(usage);
  if (command === undefined || Object.keys(unknown).length > 0) {
    process.stderr.write(usage);
    process.exitCode = 2;
    return;
  }
  config = readConfig();
  if (command === null) return restoreFrom(config, given[0], flags.leavesOutDamaged);
  if (name === 'backup' && (await backUpWhileRunning(config, given[0], flags.withPictures))) return;
  const ctx = await createContext(config);
  startMemoryRelease();
  try {
    await command(ctx, given, flags);
  } finally {
    await ctx.close();
    // Jobs still running have lost their database; they run again after the next start.
    setTimeout(() => process.exit(), EXIT_GRACE_MS).unref();
  }
}
