import { inherited, node24, run } from './run.mjs';

/**
 * Creates the sample site in a folder. Rejects with the program's output.
 * @param {string} folder
 * @param {Parameters<typeof run>[2]} [options]
 */
export async function makeSampleSite(folder, options) {
  const env = { ...inherited(), DATA_DIR: folder, LOG_LEVEL: 'warn' };
  const seed = ['demo/main.ts', 'seed-demo'];
  const { code, output } = await run(node24(), seed, { ...options, env, isBare: true });
  if (code !== 0)
    throw new Error(`The sample site could not be created: exit code ${code}.\n${output}`);
}
