import { AppError } from '#domain/errors.ts';
import type { PhotoPart } from '#domain/files.ts';
import { findTiles, pairRaws, shotName, type Shot } from '#domain/photo-sets.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { presentStaffFile } from '../present.ts';
import { processFile } from '../jobs.ts';
import { findFile, lockProject, lockSubmission, type FileRow } from '../queries.ts';
import { changeParts, findHome, listAround, listShots, type ShotRow } from './queries.ts';

type Needs = Pick<Context, 'queue' | 'record'>;
type Home = { submissionId: string | null; fileName: string };

const RAW = 'image/x-adobe-dng';

/** Pairs RAW files with photos, and sets panorama tiles aside. The caller has locked project and submission. */
export async function sortIntoSets(ctx: Needs, tx: Tx, file: Home & { id: string }): Promise<void> {
  const [read] = await pairRawsByName(ctx, tx, file, file.id);
  if (read?.kind !== 'photo' || read.part !== null || read.submissionId === null) return;
  const { submissionId, capturedAt, latitude, longitude } = read;
  if (capturedAt === null || latitude === null || longitude === null) return;
  const around = await listAround(tx, { submissionId, capturedAt, latitude, longitude });
  const tiles = findTiles(around.map(shotOf)).find((set) =>
    set.some(({ row }) => row.id === read.id),
  );
  const fresh = (tiles ?? []).flatMap(({ row }) => (row.part === null ? [row] : []));
  await setAside(ctx, tx, fresh, { part: 'tile' });
}

/** Turns unpaired RAW files into photos. Existing pairs stay. Returns the old row of `fileId` unless it was paired. */
async function pairRawsByName(
  ctx: Needs,
  tx: Tx,
  { submissionId, fileName }: Home,
  fileId?: string,
): Promise<ShotRow[]> {
  if (submissionId === null) return [];
  const rows = await listShots(tx, submissionId, shotName(fileName));
  const free = rows.filter((row) => isFreeRaw(row) || isFreePhoto(row));
  const pairs = pairRaws(free.map(shotOf));
  for (const [raw, photo] of pairs)
    await setAside(ctx, tx, [raw.row], { part: 'raw', rawOf: photo.row.id });
  const paired = new Set([...pairs.keys()].map(({ row }) => row.id));
  const unpaired = free.filter(({ id, part }) => part === 'raw' && !paired.has(id));
  for (const row of unpaired) await turnIntoPhoto(ctx, tx, row);
  return rows.filter(({ id }) => id === fileId && !paired.has(id));
}

const isFreeRaw = ({ fileType, part, hasPhoto }: ShotRow) =>
  fileType === RAW && (part === null || (part === 'raw' && !hasPhoto));

/** A photo without pictures can't represent its RAW file. */
const isFreePhoto = ({ fileType, kind, part, hasRaw, presets }: ShotRow) =>
  kind === 'photo' && fileType !== RAW && part === null && !hasRaw && presets.length > 0;

/** Compares local times, because the time zone may be known for only one file of a shot. */
function shotOf(row: ShotRow): Shot & { row: ShotRow } {
  return {
    ...row,
    name: row.fileName,
    takenAt:
      row.capturedLocal === null ? null : Date.parse(`${row.capturedLocal.replace(' ', 'T')}Z`),
    isRaw: row.fileType === RAW,
    isStitched: row.photoType === 'panorama',
    row,
  };
}

/** The files stay in the submission but are no longer shown as photos. */
async function setAside(
  ctx: Needs,
  tx: Tx,
  rows: readonly ShotRow[],
  changes: { part: PhotoPart; rawOf?: string },
): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  await changeParts(tx, ids, { kind: 'other', ...changes });
  await ctx.record(tx, { type: 'photos.set-aside', photos: rows });
  for (const row of rows) await ctx.record(tx, { type: 'file.changed', file: row });
}

type Placed = Omit<FileRow, 'laid' | 'chapters' | 'raw'>;

async function turnIntoPhoto(
  ctx: Needs,
  tx: Tx,
  row: Pick<Placed, keyof ShotRow & keyof Placed>,
  part: 'single' | null = null,
): Promise<void> {
  const { id: fileId, projectId } = row;
  await changeParts(tx, [fileId], { kind: 'photo', part, rawOf: null });
  if (projectId !== null)
    await ctx.record(tx, { type: 'photo.located', fileId, projectId, isElsewhere: null });
  await ctx.record(tx, { type: 'file.changed', file: row });
}

/** To undo this, the file is processed again, which sorts it into its set. Throws FILE_NOT_FOUND. */
export const showAsPhoto = (
  ctx: Context,
  viewer: Viewer,
  { id, isShown }: { id: string; isShown: boolean },
) =>
  ctx.db.as(viewer, async (tx) => {
    const before = await findFile(tx, id);
    if (!before) throw new AppError('FILE_NOT_FOUND');
    await lockHome(tx, before);
    const { fileName, part } = before;
    const isPart = part !== null && part !== 'single';
    if (isShown ? isPart : part === 'single') {
      await (isShown ? turnIntoPhoto(ctx, tx, before, 'single') : reprocess(ctx, tx, before));
      const type = isShown ? 'file.shown-as-photo' : 'file.set-aside';
      await ctx.record(tx, { type, id, name: fileName, detail: { fileName } });
    }
    const row = await findFile(tx, id);
    if (!row) throw new AppError('FILE_NOT_FOUND');
    return presentStaffFile(ctx.signer, viewer, row);
  });

async function reprocess(ctx: Needs, tx: Tx, row: FileRow): Promise<void> {
  await ctx.record(tx, { type: 'photos.set-aside', photos: [row] });
  await changeParts(tx, [row.id], { part: null, state: 'processing' });
  await ctx.queue.enqueue(tx, processFile, { fileId: row.id });
  await ctx.record(tx, { type: 'file.changed', file: row });
}

export const pairRawsAgain = (ctx: Context, fileId: string) =>
  ctx.db.as({ kind: 'system' }, async (tx) => {
    const home = await findHome(tx, fileId);
    if (!home) return;
    await lockHome(tx, home);
    for (const fileName of home.names) await pairRawsByName(ctx, tx, { ...home, fileName });
  });

async function lockHome(
  tx: Tx,
  { projectId, submissionId }: Pick<FileRow, 'projectId' | 'submissionId'>,
): Promise<void> {
  if (projectId !== null) await lockProject(tx, projectId);
  if (submissionId !== null) await lockSubmission(tx, submissionId);
}
