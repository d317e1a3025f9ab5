// `npm run demo:reset` empties a database that contains the sample site; the next start creates the site again. With
// `-- --yes`, it does so even if the database contains other companies.
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { fail, node24, root, run, say } from './run.mjs';
import { ensurePackages } from './setup.mjs';

const QUESTION =
  'This deletes the sample site and everything added to it: projects, files, people.\n' +
  'Type "reset" to continue: ';

try {
  await ensurePackages();
  if (await isWanted()) await reset();
  else say('Nothing was changed.');
} catch (error) {
  fail(error);
}

async function isWanted() {
  if (!process.stdin.isTTY) return true;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(QUESTION);
  terminal.close();
  return answer.trim() === 'reset';
}

async function reset() {
  const flags = process.argv.slice(2);
  const { code } = await run(node24(), [join(root, 'demo', 'main.ts'), 'reset-demo', ...flags]);
  if (code === 0) say('The sample site was deleted. `npm start` creates it again.');
  process.exitCode = code;
}
