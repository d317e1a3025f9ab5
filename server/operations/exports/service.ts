import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '#server/platform/context.ts';
import { copyOriginals, type CopyReport } from './copy-originals.ts';
import { DATA_FILE, MANIFEST_FILE } from './format.ts';
import { findCompany, type ExportScope } from './queries.ts';
import { readHeader } from './read-data.ts';
import { writeData } from './write-data.ts';

export { importFrom } from './import.ts';
export type { CopyReport } from './copy-originals.ts';

type Needs = Pick<Context, 'config' | 'db' | 'clock' | 'storage' | 'record'>;
const SYSTEM = { kind: 'system' } as const;

/**
 * Exports a company (`which` is its code or id) or `all`. After an interruption, resumes with the same snapshot of the
 * rows. Throws a readable error if the folder contains a complete export or anything else.
 */
export async function exportTo(
  ctx: Needs,
  which: string,
  folder: string,
  onFile: (report: CopyReport) => void = () => {},
): Promise<CopyReport> {
  const extent = await extentOf(ctx, which);
  await mkdir(folder, { recursive: true });
  if (await isThere(join(folder, MANIFEST_FILE))) {
    throw new Error(`${folder} already contains a complete export. Choose another folder.`);
  }
  if (await isThere(join(folder, DATA_FILE))) {
    const { companyId } = await readHeader(folder);
    if (companyId !== extent.companyId) {
      throw new Error(
        `${folder} contains an unfinished export of something else. Choose another folder.`,
      );
    }
  } else {
    await assertOnlyUnfinished(folder);
    await writeData(ctx, folder, extent);
    const subjectType = extent.companyId === null ? 'installation' : 'company';
    const event = { type: 'export.made', id: extent.companyId, subjectType } as const;
    await ctx.db.as(SYSTEM, (tx) => ctx.record(tx, event));
  }
  return copyOriginals(ctx, folder, onFile);
}

async function extentOf({ db }: Needs, which: string): Promise<ExportScope> {
  if (which === 'all') return { companyId: null };
  const company = await db.ask(SYSTEM, (tx) => findCompany(tx, which));
  if (!company) throw new Error(`No company has the code or id ${which}.`);
  return { companyId: company.id };
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

async function assertOnlyUnfinished(folder: string): Promise<void> {
  const others = (await readdir(folder)).filter((name) => !/^(data|schema)\.json/.test(name));
  if (others.length > 0) throw new Error(`${folder} is not empty. Choose another folder.`);
}
