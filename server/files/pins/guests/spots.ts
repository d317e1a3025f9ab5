import { LRUCache } from 'lru-cache';
import { pairHomography } from '#domain/aligned-pair.ts';
import { AppError } from '#domain/errors.ts';
import { IDENTITY } from '#domain/homography.ts';
import { placeOn } from '#domain/pin-places.ts';
import type { Shape } from '#domain/pins.ts';
import { presetFor } from '#domain/pictures.ts';
import type { Context } from '#server/platform/context.ts';
import { presetKey } from '#server/platform/storage/storage.ts';
import type { Spot } from '#server/platform/media/stored-pictures.ts';
import type { PinRow } from '../queries.ts';
import { alignmentOf } from '../../present.ts';
import { listSpotPhotos, type SpotPhoto } from './queries.ts';

/** About 60 KB each. */
const MAX_CACHED = 100;

export type Week = { fileId: string; title: string; day: string; key: string; spot: Spot };
type GuestSpot = Pick<PinRow, 'id' | 'companyId' | 'fileId' | 'x' | 'y' | 'hasSpot' | 'drawing'>;

/**
 * The spot in each week that clients see, newest first. Empty if the pin isn't on a photo that clients see. Works as a
 * client of the company, so drafts and internal files are never shown.
 */
export async function weeksOf(ctx: Context, pin: GuestSpot): Promise<Week[]> {
  const { id, companyId, fileId, hasSpot, drawing } = pin;
  if (fileId === null || !hasSpot) return [];
  const client = { kind: 'client', profileId: id, companyId } as const;
  const rows = await ctx.db.ask(client, (tx) => listSpotPhotos(tx, fileId));
  const marked = rows.find((row) => row.id === fileId);
  if (!marked) return [];
  const weeks = rows
    .toSorted((a, b) => Number(b === marked) - Number(a === marked))
    .flatMap((row) => weekIn(row, marked, { x: pin.x ?? 0, y: pin.y ?? 0 }) ?? [])
    .map((week) => ({ ...week, spot: { ...week.spot, drawing: drawing as Shape[] } }));
  // One photo a week; the marked one, if it's among them.
  const first = weeks.filter(
    (week, index) => weeks.findIndex((other) => other.submissionId === week.submissionId) === index,
  );
  return first.toSorted((a, b) => b.day.localeCompare(a.day));
}

const placed = (row: SpotPhoto) => ({ ...row, alignment: alignmentOf(row) });

function weekIn(row: SpotPhoto, marked: SpotPhoto, at: { x: number; y: number }) {
  const [from, to] = [placed(marked), placed(row)];
  if (typeof placeOn(from, at, to) === 'string') return null;
  const matrix = row === marked ? IDENTITY : pairHomography({ before: from, after: to });
  if (!matrix || !row.width || !row.height || !marked.width || !marked.height) return null;
  const photo = { width: row.width, height: row.height };
  const size = { width: marked.width, height: marked.height };
  const key = presetKey(row.id, presetFor(row.presets, Infinity) ?? 0);
  const { id: fileId, title, day, submissionId } = row;
  return { fileId, title, day, submissionId, key, spot: { photo, matrix, marked: size, at } };
}

/** Cuts pictures, and keeps the latest in memory. */
export function createSpotCutter({ storage }: Pick<Context, 'storage'>) {
  const made = new LRUCache<string, Buffer>({ max: MAX_CACHED });
  return async ({ key, spot }: Week): Promise<Buffer> => {
    const name = `${key} ${JSON.stringify(spot)}`;
    const before = made.get(name);
    if (before) return before;
    if ((await storage.size(key)) === null) throw new AppError('FILE_NOT_FOUND');
    // The image library takes 20 MB of memory, so it's loaded only when the first picture is cut.
    const { cutSpot } = await import('#server/platform/media/stored-pictures.ts');
    const bytes = await cutSpot(await storage.read(key), spot);
    made.set(name, bytes);
    return bytes;
  };
}
