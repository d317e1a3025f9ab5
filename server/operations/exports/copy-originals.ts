import { open, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Context } from '#server/platform/context.ts';
import { forEachRow } from '#server/platform/for-each-row.ts';
import { manifestLine, readManifestLine } from '#server/platform/manifest.ts';
import { writeAtomically } from '#server/platform/row-file.ts';
import { copyOut } from '#server/platform/storage/copy-object.ts';
import { hashFile } from '#server/platform/storage/hash.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import { DATA_FILE, MANIFEST_FILE, SCHEMA_FILE } from './format.ts';
import { readCollection } from './read-data.ts';

export const ExportedFile = z.object({
  id: z.uuid(),
  path: z.string(),
  sha256: z.string(),
  file_size: z.int(),
});
export type ExportedFile = z.infer<typeof ExportedFile>;

export type CopyReport = { files: number; bytes: number; problems: string[] };

const PROBLEMS = {
  missing: 'the original is missing from storage',
  changed: 'the original in storage was changed after the upload',
};

const JOURNAL = 'copied.txt';
/** For partial copies, named by id. Next to the original, their names could collide with those of other originals. */
const UNFINISHED = 'unfinished';
/** Files copied in parallel, because a bucket has a delay per file. */
const LANES = 4;

/** After an interruption, skips files listed in the journal. */
export async function copyOriginals(
  { storage }: Pick<Context, 'storage'>,
  folder: string,
  onFile: (report: CopyReport) => void,
): Promise<CopyReport> {
  const journalPath = join(folder, JOURNAL);
  const done = await readDone(journalPath);
  const journal = await open(journalPath, 'a', 0o600);
  const report: CopyReport = { files: 0, bytes: 0, problems: [] };
  try {
    // Ends a line that an interrupted run left incomplete.
    await journal.appendFile('\n');
    await forEachRow(readCollection(folder, 'files'), LANES, async (row) => {
      const file = ExportedFile.parse(row);
      if (!(await isThere(folder, file, done))) {
        const to = join(folder, file.path);
        const problem = await copyOut(storage, originalKey(file.id), to, {
          sha256: file.sha256,
          unfinished: join(folder, UNFINISHED, file.id),
        });
        if (problem) return void report.problems.push(`${file.path}: ${PROBLEMS[problem]}`);
        await journal.appendFile(manifestLine(file.sha256, file.path));
      }
      report.files += 1;
      report.bytes += file.file_size;
      onFile(report);
    });
  } finally {
    await journal.close();
  }
  await rm(join(folder, UNFINISHED), { recursive: true, force: true });
  await finishManifest(folder, journalPath);
  return report;
}

async function readDone(path: string): Promise<Map<string, string>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const lines = text.split('\n').map(readManifestLine);
  return new Map(lines.filter((line) => line !== null).map(({ path: at, sha256 }) => [at, sha256]));
}

async function isThere(folder: string, file: ExportedFile, done: ReadonlyMap<string, string>) {
  if (done.get(file.path) !== file.sha256) return false;
  const info = await stat(join(folder, file.path)).catch(() => null);
  return info?.size === file.file_size;
}

async function finishManifest(folder: string, journal: string): Promise<void> {
  const done = await readDone(journal);
  for (const name of [DATA_FILE, SCHEMA_FILE]) {
    done.set(name, (await hashFile(join(folder, name))).sha256);
  }
  const paths = [...done.keys()].sort();
  await writeAtomically(join(folder, MANIFEST_FILE), async (write) => {
    for (const path of paths) await write(manifestLine(done.get(path) ?? '', path));
  });
  await rm(journal);
}
