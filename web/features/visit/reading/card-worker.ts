import { hashFile } from '#web/lib/hash-file.ts';
import type { CardAnswer, CardPhoto, CardRequest } from './card-photo.ts';
import { lookAt, makeThumbnail } from './look-at.ts';
import { readPhoto, unreadPhoto } from './read-photo.ts';

type Scope = {
  postMessage: (answer: CardAnswer, transfer: Transferable[]) => void;
  addEventListener: (type: 'message', heard: (event: MessageEvent<CardRequest>) => void) => void;
};
const scope = self as unknown as Scope;

/** While one file is read from the card another is parsed. */
const LANES = 4;
const ANSWERED_AT_ONCE = 50;

type Picked = { file: File; path: string };

async function each<T>(items: readonly T[], lanes: number, work: (item: T) => Promise<void>) {
  const waiting = items.values();
  const lane = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Reads all headers first, for the visits; then looks at the pictures, for what is to be set aside. */
async function readCard(id: number, files: readonly Picked[], timeZone: string): Promise<void> {
  const found: { photo: CardPhoto; pixels: number | null; file: File }[] = [];
  let unsent: CardPhoto[] = [];
  const send = (photo: CardPhoto) => {
    unsent.push(photo);
    if (unsent.length >= ANSWERED_AT_ONCE) flush('headers', false);
  };
  const flush = (stage: 'headers' | 'looks', isLast: boolean) => {
    scope.postMessage({ kind: 'read', id, stage, photos: unsent, isLast }, []);
    unsent = [];
  };
  await each(files, LANES, async ({ file, path }) => {
    const read = await readPhoto(file, path, timeZone).catch(() => ({
      photo: { ...unreadPhoto(file, path), isUnreadable: true },
      pixels: null,
    }));
    found.push({ ...read, file });
    send(read.photo);
  });
  flush('headers', true);
  await each(found, 1, async ({ photo, pixels, file }) => {
    if (photo.kind !== 'photo' || photo.isUnreadable) return;
    const thumbnail = photo.thumbnail ?? (await makeThumbnail(file, pixels));
    if (!thumbnail) return;
    unsent.push({ ...photo, thumbnail, look: await lookAt(thumbnail) });
    if (unsent.length >= ANSWERED_AT_ONCE) flush('looks', false);
  });
  flush('looks', true);
}

/** One after the other: each takes the memory of a whole file. */
let hashing = Promise.resolve();
async function answerHash(id: number, file: File): Promise<void> {
  const sha256 = await hashFile(file).catch(() => null);
  scope.postMessage({ kind: 'hash', id, sha256 }, []);
}

scope.addEventListener('message', ({ data }) => {
  if (data.kind === 'read') void readCard(data.id, data.files, data.timeZone);
  else hashing = hashing.then(() => answerHash(data.id, data.file));
});
