import { groupVisits, type Visit } from '#domain/visit.ts';
import { setAside, type SetAside } from '#domain/visit-sifting.ts';
import { type CardSets, setsOf } from './photo-sets.ts';
import type { CardPhoto } from './reading/card-photo.ts';

/** Where a project has the same bytes already, by SHA-256. */
export type KnownHashes = ReadonlyMap<string, string>;

/** Files of one `group` are shown and returned as one. */
export type PhotoAside = SetAside & { photo: CardPhoto; group?: string };

export type Choices = {
  /** SHA-256 by path, of files that may be doubles. */
  hashes: ReadonlyMap<string, string>;
  /** By path: taken all the same (true), or set aside by hand (false). */
  byHand: ReadonlyMap<string, boolean>;
};

/**
 * Parts the files of a visit into those for the client and those that are set aside, with the reason. `raws`: the RAW
 * files among those kept, by their photos.
 */
export function sift(photos: readonly CardPhoto[], known: KnownHashes, choices: Choices) {
  const sets = setsOf(photos);
  const aside = new Map<CardPhoto, PhotoAside>();
  const raws = new Map<CardPhoto, CardPhoto>();
  const seen = new Map<string, CardPhoto>();
  const inOrder = [
    ...photos.filter((photo) => !sets.photoOf.has(photo)),
    ...photos.filter((photo) => sets.photoOf.has(photo)),
  ];
  for (const photo of inOrder) {
    const shown = sets.photoOf.get(photo);
    const reason =
      fixedReason(photo, seen, known, choices) ??
      (shown ? withPhoto(aside.get(shown)) : reasonOf(photo, sets, choices));
    const sha256 = choices.hashes.get(photo.path);
    if (sha256 && !seen.has(sha256)) seen.set(sha256, photo);
    if (reason) aside.set(photo, { ...reason, photo });
    else if (shown && !aside.has(shown)) raws.set(shown, photo);
  }
  return { kept: photos.filter((photo) => !aside.has(photo)), aside: [...aside.values()], raws };
}

/** A RAW file goes with its photo, except where that is in the project or on the card already. */
const withPhoto = (reason: PhotoAside | undefined) =>
  reason?.canReturn ? { ...reason, group: reason.group ?? reason.photo.path } : null;

/** Why a file is set aside whatever somebody chooses. */
function fixedReason(
  photo: CardPhoto,
  seen: ReadonlyMap<string, CardPhoto>,
  known: KnownHashes,
  { hashes }: Choices,
): SetAside | null {
  if (photo.isUnreadable) {
    return { words: 'Cannot be read. Is the card still in?', canReturn: false };
  }
  const sha256 = hashes.get(photo.path) ?? '';
  const twin = seen.get(sha256);
  if (twin) return { words: `The same file as ${twin.name}.`, canReturn: false };
  const title = known.get(sha256);
  return title === undefined
    ? null
    : { words: `Already in this project (${title}).`, canReturn: false };
}

function reasonOf(photo: CardPhoto, { reasons }: CardSets, { byHand }: Choices): SetAside | null {
  const own = setAside(photo);
  const reason = own?.canReturn === false ? own : (reasons.get(photo) ?? own);
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
