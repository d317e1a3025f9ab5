import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { DOWNLOAD_LIMITS, type Download } from '#domain/downloads.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { manifestLine } from '#server/platform/manifest.ts';
import type { ZipEntry } from '#domain/zip.ts';
import type { JobRun } from '#server/platform/queue/queue.ts';
import { writeAtomically } from '#server/platform/row-file.ts';
import { hashOf } from '#server/platform/storage/copy-object.ts';
import { hashFile } from '#server/platform/storage/hash.ts';
import { scratchFolder } from '#server/platform/storage/scratch-folder.ts';
import { downloadKey, originalKey } from '#server/platform/storage/storage.ts';
import { PermanentError, type Progress } from '#server/sharing/artifact/service.ts';
import {
  findDownloadInProgress,
  findDownloadToMake,
  makeDownload,
  saveDownload,
} from '#server/sharing/downloads/service.ts';
import { ExportedFile } from './copy-originals.ts';
import { DATA_FILE, MANIFEST_FILE, SCHEMA_FILE } from './format.ts';
import { makeExport } from './jobs.ts';
import { findCompany } from './queries.ts';
import { readCollection } from './read-data.ts';
import { writeData } from './write-data.ts';

/** Files named in a message. */
const MAX_NAMED = 3;

const TOO_LARGE =
  'This company has more than 20,000 files. Export it with a command on the server: overfly export.';

const ArchivedFile = ExportedFile.extend({ crc32: z.int(), created_at: z.coerce.date() });
type ArchivedFile = z.infer<typeof ArchivedFile>;

/** Returns the person's export of the company if it's already being made. COMPANY_NOT_FOUND. */
export const requestExport = (
  ctx: Context,
  viewer: Viewer,
  { companyId }: { companyId: string },
): Promise<Download> =>
  ctx.db.as(viewer, async (tx) => {
    const company = await findCompany(tx, companyId);
    if (!company) throw new AppError('COMPANY_NOT_FOUND');
    const underWay = await findDownloadInProgress(ctx, tx, { companyId });
    if (underWay) return underWay;
    const day = ctx.clock().toISOString().slice(0, 10);
    const download = await saveDownload(ctx, tx, {
      companyId,
      fileName: `${company.code} Export ${day}.zip`,
      kinds: [],
      size: 'original',
      weeks: '[]',
      entries: '[]',
      fileIds: [],
      bytes: 0,
      state: 'making',
    });
    await ctx.record(tx, {
      type: 'export.requested',
      subjectType: 'company',
      id: companyId,
      name: company.name,
    });
    await ctx.queue.enqueue(tx, makeExport, { downloadId: download.id });
    return download;
  });

/** A ZIP of what `exportTo` writes. The originals aren't copied: they are read from storage when it's downloaded. */
export async function makeExportArchive(ctx: Context, id: string, run: JobRun): Promise<void> {
  const row = await findDownloadToMake(ctx.db, id);
  if (!row?.companyId) return;
  const { companyId, fileName } = row;
  const folder = await scratchFolder(join(ctx.config.dataDir, 'tmp'))();
  try {
    await makeDownload(ctx, row, run, async (progress) => {
      await mkdir(folder);
      await writeData(ctx, folder, { companyId });
      return archiveOf(ctx, { id, folder, root: fileName.replace(/\.zip$/, '') }, progress);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Target = { id: string; folder: string; root: string };

async function archiveOf(ctx: Context, { id, folder, root }: Target, progress: Progress) {
  const files: ArchivedFile[] = [];
  for await (const row of readCollection(folder, 'files')) files.push(ArchivedFile.parse(row));
  if (files.length > DOWNLOAD_LIMITS.files) throw new PermanentError(TOO_LARGE);
  const total = files.reduce((sum, { file_size }) => sum + file_size, 0);
  const isWhole = new Set<ArchivedFile>();
  let read = 0;
  for (const file of files) {
    progress.signal.throwIfAborted();
    progress.setPercent(Math.floor((99 * read) / total));
    read += file.file_size;
    if ((await hashOf(ctx.storage, originalKey(file.id))) === file.sha256) isWhole.add(file);
  }
  const whole = files.filter((file) => isWhole.has(file));
  const lost = files.filter((file) => !isWhole.has(file));
  const lines = whole.map(({ sha256, path }) => manifestLine(sha256, path));
  const keep = async (name: string): Promise<ZipEntry> => {
    const { sha256, crc32, bytes } = await hashFile(join(folder, name));
    lines.push(manifestLine(sha256, name));
    const source = downloadKey(id, name);
    await ctx.storage.moveIn(join(folder, name), source);
    return { name: `${root}/${name}`, size: bytes, crc32, modifiedAt: ctx.clock(), source };
  };
  const companions = [await keep(DATA_FILE), await keep(SCHEMA_FILE)];
  await writeAtomically(join(folder, MANIFEST_FILE), (write) => write(lines.join('')));
  companions.push(await keep(MANIFEST_FILE));
  const originals = whole.map((file) => ({
    name: `${root}/${file.path}`,
    size: file.file_size,
    crc32: file.crc32,
    modifiedAt: file.created_at,
    source: originalKey(file.id),
  }));
  return {
    entries: [...companions, ...originals],
    fileIds: whole.map((file) => file.id),
    problem: lost.length === 0 ? null : problemText(lost),
  };
}

function problemText(lost: readonly ArchivedFile[]): string {
  const named = lost.slice(0, MAX_NAMED).map(({ path }) => path);
  const more = lost.length > MAX_NAMED ? ` and ${lost.length - MAX_NAMED} more` : '';
  return `Not included, because the original is missing or damaged: ${named.join(', ')}${more}.`;
}
