import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

export const FOLDERS = [
  'domain',
  'contract',
  'db',
  'server',
  'web',
  'demo',
  'test',
  'e2e',
  'bench',
  'scripts',
];

/**
 * All code files in these folders, except the sample site's renderer, a separate package.
 * @param {string[]} [folders]
 * @returns {string[]} paths from the repository root, separated by `/`
 */
export function sourceFiles(folders = FOLDERS) {
  const top = new Set(readdirSync(root));
  return folders
    .filter((folder) => top.has(folder))
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name)),
    )
    .map((path) => path.slice(root.length + 1).replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('demo/renderer/'))
    .sort();
}
