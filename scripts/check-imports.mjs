// Checks import directions with dependency-cruiser (.dependency-cruiser.mjs).
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root, runTool } from './run.mjs';
import { FOLDERS, sourceFiles } from './source-files.mjs';

/**
 * Also fails if a source file wasn't read. Without a TypeScript package that has a JavaScript API, dependency-cruiser
 * checks nothing and reports no error.
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export async function checkImports() {
  const folders = FOLDERS.filter((folder) => existsSync(join(root, folder)));
  const args = ['--config', '.dependency-cruiser.mjs', '--output-type', 'json', ...folders];
  const { code, output, stdout } = await runTool(
    'dependency-cruiser/bin/dependency-cruiser.mjs',
    args,
    {
      capture: true,
    },
  );
  const report = parseReport(stdout);
  if (report === undefined) return { ok: false, output: output || `exited with ${code}` };
  const cruised = new Set(report.modules.map((module) => module.source));
  const unreadFiles = sourceFiles(folders).filter((file) => !cruised.has(file));
  const lines = report.summary.violations.map(
    ({ rule, from, to, cycle }) =>
      `${rule.name}: ${from} -> ${cycle ? cycle.map((step) => step.name).join(' -> ') : to}`,
  );
  if (cruised.size === 0) lines.push('No modules were read, so no imports were checked.');
  lines.push(...unreadFiles.map((file) => `not read, so not checked: ${file}`));
  return { ok: lines.length === 0, output: lines.join('\n') };
}

/**
 * @typedef {{ rule: { name: string }, from: string, to: string, cycle?: { name: string }[] }} Violation
 * @typedef {{ modules: { source: string }[], summary: { violations: Violation[] } }} Report
 * @param {string} text
 * @returns {Report | undefined}
 */
function parseReport(text) {
  try {
    return /** @type {Report} */ (JSON.parse(text));
  } catch {
    return undefined;
  }
}
