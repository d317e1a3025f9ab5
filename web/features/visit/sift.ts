import { groupVisits, type Visit } from '#domain/visit.ts';
import { setAside, type SetAside } from '#domain/visit-sifting.ts';
import type { CardPhoto } from './reading/card-photo.ts';

/** Where a project has the same bytes already, by SHA-256. */
export type KnownHashes = ReadonlyMap<string, string>;

export type PhotoAside = SetAside & { photo: CardPhoto };

export type Choices = {
  /** SHA-256 by path, of files that may be doubles. */
  hashes: ReadonlyMap<string, string>;
  /** By path: taken all the same (true), or set aside by hand (false). */
  byHand: ReadonlyMap<string, boolean>;
};

/** Parts the files of a visit into those for the client and those that are set aside, with the reason. */
export function sift(photos: readonly CardPhoto[], known: KnownHashes, choices: Choices) {
  const kept: CardPhoto[] = [];
  const aside: PhotoAside[] = [];
  const seen = new Map<string, CardPhoto>();
  for (const photo of photos) {
    const reason = reasonOf(photo, seen, known, choices);
    const sha256 = choices.hashes.get(photo.path);
    if (sha256 && !seen.has(sha256)) seen.set(sha256, photo);
    if (reason) aside.push({ ...reason, photo });
    else kept.push(photo);
  }
  return { kept, aside };
}

function reasonOf(
  photo: CardPhoto,
  seen: ReadonlyMap<string, CardPhoto>,
  known: KnownHashes,
  { hashes, byHand }: Choices,
): SetAside | null {
  if (photo.isUnreadable) {
    return { words: 'Cannot be read. Is the card still in?', canReturn: false };
  }
  const sha256 = hashes.get(photo.path) ?? '';
  const twin = seen.get(sha256);
  if (twin) return { words: `The same file as ${twin.name}.`, canReturn: false };
  const title = known.get(sha256);
  if (title !== undefined) {
    return { words: `Already in this project (${title}).`, canReturn: false };
  }
  const reason = setAside(photo);
  const choice = byHand.get(photo.path);
  if (choice === false) return { words: 'Set aside by you.', canReturn: true };
  return choice && reason?.canReturn ? null : reason;
}

/** Parts files that no draft takes, whatever they show, from the others: empty, or of no type that is taken. */
export function refuse(photos: readonly CardPhoto[]) {
  const refused = photos.flatMap((photo): PhotoAside[] => {
    const reason = setAside(photo);
    return reason && !reason.canReturn ? [{ ...reason, photo }] : [];
  });
  const isRefused = new Set(refused.map(({ photo }) => photo));
  return { refused, usable: photos.filter((photo) => !isRefused.has(photo)) };
}

/** The visits of the files that a draft takes. Survey logs and tracks are no such files, but say where their flight was. */
export function visitsOf(photos: readonly CardPhoto[]): {
  visits: Visit<CardPhoto>[];
  refused: PhotoAside[];
} {
  const { refused, usable } = refuse(photos);
  const hints = refused.flatMap(({ photo }) => (photo.place ? [photo] : []));
  const isUsable = new Set(usable);
  const visits = groupVisits([...usable, ...hints]).map(({ place, files }) => ({
    place,
    files: files.filter((file) => isUsable.has(file)),
  }));
  return { visits: visits.filter(({ files }) => files.length > 0), refused };
}
