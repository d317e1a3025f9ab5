import { hashFile } from '#web/lib/hash-file.ts';
import { isWorldFile } from '#domain/rasters.ts';
import { type CardAnswer, type CardPhoto, type CardRequest, stemOf } from './card-photo.ts';
import { isCutOffJpeg, judgeThumbnail, makeThumbnail } from './thumbnails.ts';
import { positionOfPicture } from './read-raster.ts';
import { readHeads, readPhoto, unreadPhoto, type ReadPhoto } from './read-photo.ts';

type WorkerScope = {
  postMessage: (answer: CardAnswer, transfer: Transferable[]) => void;
  addEventListener: (type: 'message', listener: (event: MessageEvent<CardRequest>) => void) => void;
};
const scope = self as unknown as WorkerScope;

/** Number of groups read in parallel, so that reading and parsing overlap. */
const LANES = 2;
const FILES_PER_READ = 16;
const PHOTOS_PER_MESSAGE = 50;

type PickedFile = { file: File; path: string };

async function runInLanes<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>) {
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

const groupFiles = (files: readonly PickedFile[]) =>
  Array.from({ length: Math.ceil(files.length / FILES_PER_READ) }, (_, index) =>
    files.slice(index * FILES_PER_READ, (index + 1) * FILES_PER_READ),
  );

/** First reads all headers, so that visits can be shown, then checks the pictures to find files to set aside. */
async function readCard(id: number, files: readonly PickedFile[], timeZone: string): Promise<void> {
  const found: (ReadPhoto & { file: File })[] = [];
  const maps = new Set(
    files.filter(({ path }) => isWorldFile(path)).map(({ path }) => stemOf(path)),
  );
  let unsent: CardPhoto[] = [];
  const send = (photo: CardPhoto) => {
    unsent.push(photo);
    if (unsent.length >= PHOTOS_PER_MESSAGE) flush('headers', false);
  };
  const flush = (stage: 'headers' | 'looks', isLast: boolean) => {
    scope.postMessage({ kind: 'read', id, stage, photos: unsent, isLast }, []);
    unsent = [];
  };
  await runInLanes(groupFiles(files), LANES, async (group) => {
    // If reading the group fails, each of its files is read separately.
    const heads = await readHeads(group.map(({ file }) => file)).catch(() => []);
    for (const [index, { file, path }] of group.entries()) {
      const read = await readPhoto(file, path, timeZone, heads[index]).catch(() => ({
        photo: { ...unreadPhoto(file, path), isUnreadable: true },
        pixels: null,
        start: null,
        inside: null,
      }));
      const { photo, pixels } = read;
      const isMap = photo.kind === 'photo' && !photo.place && maps.has(stemOf(path));
      if (isMap) read.photo = { ...photo, raster: positionOfPicture(pixels) };
      found.push({ ...read, file });
      send(read.photo);
    }
  });
  flush('headers', true);
  for (const { photo, pixels, start, inside, file } of found) {
    if (photo.kind !== 'photo' || photo.isUnreadable) continue;
    // If the card has been removed, the upload will report it.
    const isCutOff = start !== null && (await isCutOffJpeg(file, start).catch(() => false));
    const thumbnail = inside
      ? new Blob([inside], { type: 'image/jpeg' })
      : await makeThumbnail(file, pixels);
    if (!thumbnail && !isCutOff) continue;
    const look = thumbnail && (await judgeThumbnail(thumbnail));
    unsent.push({ ...photo, thumbnail, look, isCutOff });
    if (unsent.length >= PHOTOS_PER_MESSAGE) flush('looks', false);
  }
  flush('looks', true);
}

/** Hashes one file at a time, because each takes as much memory as the file's size. */
let hashing = Promise.resolve();
async function answerHash(id: number, file: File): Promise<void> {
  const sha256 = await hashFile(file).catch(() => null);
  scope.postMessage({ kind: 'hash', id, sha256 }, []);
}

scope.addEventListener('message', ({ data }) => {
  if (data.kind === 'read') void readCard(data.id, data.files, data.timeZone);
  else hashing = hashing.then(() => answerHash(data.id, data.file));
});
