import { runProgram } from '#server/program.ts';
import { mailboxPlugin } from './mailbox/mailbox-page.ts';
import { resetDemo } from './seed/reset.ts';
import { beginSample, keepSample, seedOnce } from './seed/start.ts';

const USAGE = `
  seed-demo   add the sample site to an empty database, then exit
  reset-demo [--yes]
              delete the sample site and everything added to it, then exit; with
              --yes, also companies that are not part of the sample`;

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
