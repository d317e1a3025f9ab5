import { runProgram } from '#server/program.ts';
import { mailboxPlugin } from './mailbox/mailbox-page.ts';
import { resetDemo } from './seed/reset.ts';
import { beginSample, keepSample, seedOnce } from './seed/start.ts';

const USAGE = `
  seed-demo   add the sample site to an empty database, then exit
  reset-demo [--yes]
              empty a database that holds the sample site, then exit; with --yes
              even if it holds companies that are not part of the sample`;

await runProgram({
  commands: {
    'seed-demo': seedOnce,
    'reset-demo': (ctx, _given, { skipsConfirmation }) => resetDemo(ctx, skipsConfirmation),
  },
  usage: USAGE,
  plugin: mailboxPlugin,
  prepare: beginSample,
  startBackground: keepSample,
});
