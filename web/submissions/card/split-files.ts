import { groupBy } from '#domain/group-by.ts';
import { groupVisits, type CardVisit } from '#domain/card-visits.ts';
import { setAsideReason, type SetAside } from '#domain/card-sifting.ts';
import type { CardPhoto } from './reading/card-photo.ts';
import { findTiles, isBand, isRawName, pairRaws, type Shot } from '#domain/photo-sets.ts';

type SetReason = SetAside & { group: string };

/** Sets of files in a visit: the photo of each RAW file, and why bands and tiles aren't separate photos. */
type CardSets = {
  photoOf: ReadonlyMap<CardPhoto, CardPhoto>;
  reasons: ReadonlyMap<CardPhoto, SetReason>;
};

const BAND_REASON: SetReason = {
  message:
    'Single bands from a multispectral camera. They look almost black, but you can add them as downloads.',
  canReturn: true,
  group: 'bands',
};

function setsOf(photos: readonly CardPhoto[]): CardSets {
  const shots = photos.flatMap((photo) => (photo.kind === 'photo' ? [shotOf(photo)] : []));
  const pairs = [...pairRaws(shots)].map(([raw, { photo }]) => [raw.photo, photo] as const);
  const hasSphere = shots.some(({ isStitched }) => isStitched);
  const tiles = findTiles(shots).flatMap((set) =>
    set.map(({ photo }) => [photo, tileReason(set, hasSphere)] as const),
  );
  const bands = photos.flatMap((photo) => (isBand(photo) ? [[photo, BAND_REASON] as const] : []));
  return { photoOf: new Map(pairs), reasons: new Map([...tiles, ...bands]) };
}

const shotOf = (photo: CardPhoto): Shot & { photo: CardPhoto } => ({
  ...photo,
  latitude: photo.place?.latitude ?? null,
  longitude: photo.place?.longitude ?? null,
  isRaw: isRawName(photo.name),
  photo,
});

function tileReason(set: readonly { photo: CardPhoto }[], hasSphere: boolean): SetReason {
  const next = hasSphere
    ? 'The card also has a stitched panorama.'
    : 'Stitch them, then add the result.';
  return {
    message: `${set.length} tiles of one 360° photo. ${next}`,
    canReturn: true,
    group: `tiles ${set[0]?.photo.path}`,
  };
}

/** Submission titles of files that the project already has, by SHA-256. */
export type KnownHashes = ReadonlyMap<string, string>;

/** Files with the same `group` are shown and added together. */
export type PhotoAside = SetAside & { photo: CardPhoto; group?: string };

export type Choices = {
  /** SHA-256 by path, for possible duplicates. */
  hashes: ReadonlyMap<string, string>;
  /** The user's choice by path: use (true) or set aside (false). */
  userChoices: ReadonlyMap<string, boolean>;
};

/**
 * Divides a visit's files into those to upload (`kept`) and those set aside, with the reason. `raws` has the kept RAW
 * files, by their photo.
 */
export function splitFiles(photos: readonly CardPhoto[], known: KnownHashes, choices: Choices) {
  const sets = setsOf(photos);
  const aside = new Map<CardPhoto, PhotoAside>();
  const raws = new Map<CardPhoto, CardPhoto>();
  const seen = new Map<string, CardPhoto>();
  const rawsLast = [
    ...photos.filter((photo) => !sets.photoOf.has(photo)),
    ...photos.filter((photo) => sets.photoOf.has(photo)),
  ];
  for (const photo of rawsLast) {
    const shown = sets.photoOf.get(photo);
    const reason =
      fixedReason(photo, seen, known, choices) ??
      (shown ? asideWithPhoto(aside.get(shown)) : reasonOf(photo, sets, choices));
    const sha256 = choices.hashes.get(photo.path);
    if (sha256 && !seen.has(sha256)) seen.set(sha256, photo);
    if (reason) aside.set(photo, { ...reason, photo });
    else if (shown && !aside.has(shown)) raws.set(shown, photo);
  }
  return { kept: photos.filter((photo) => !aside.has(photo)), aside: [...aside.values()], raws };
}

/** A RAW file is set aside with its photo, unless the photo is a duplicate. */
const asideWithPhoto = (reason: PhotoAside | undefined) =>
  reason?.canReturn ? { ...reason, group: reason.group ?? reason.photo.path } : null;

/** Reasons that the user can't override. */
function fixedReason(
  photo: CardPhoto,
  seen: ReadonlyMap<string, CardPhoto>,
  known: KnownHashes,
  { hashes }: Choices,
): SetAside | null {
  if (photo.isUnreadable) {
    return { message: "Can't be read. Is the card still inserted?", canReturn: false };
  }
  const sha256 = hashes.get(photo.path) ?? '';
  const twin = seen.get(sha256);
  if (twin) return { message: `Same file as ${twin.name}.`, canReturn: false };
  const title = known.get(sha256);
  return title === undefined
    ? null
    : { message: `Already in this project (${title}).`, canReturn: false };
}

function reasonOf(
  photo: CardPhoto,
  { reasons }: CardSets,
  { userChoices }: Choices,
): SetAside | null {
  const own = setAsideReason(photo);
  const reason = own?.canReturn === false ? own : (reasons.get(photo) ?? own);
  const choice = userChoices.get(photo.path);
  if (choice === false) return { message: 'You set this aside.', canReturn: true };
  return choice && reason?.canReturn ? null : reason;
}

/** Separates files that no draft accepts: empty, or of an unsupported type. */
export function splitRefused(photos: readonly CardPhoto[]) {
  const refused = photos.flatMap((photo): PhotoAside[] => {
    const reason = setAsideReason(photo);
    return reason && !reason.canReturn ? [{ ...reason, photo }] : [];
  });
  const isRefused = new Set(refused.map(({ photo }) => photo));
  return { refused, usable: photos.filter((photo) => !isRefused.has(photo)) };
}

/** Groups accepted files into visits. Survey logs and tracks aren't accepted, but are used to locate their flight. */
export function visitsOf(photos: readonly CardPhoto[]): {
  visits: CardVisit<CardPhoto>[];
  refused: PhotoAside[];
} {
  const { refused, usable } = splitRefused(photos);
  const hints = refused.flatMap(({ photo }) => (photo.place ? [photo] : []));
  const isUsable = new Set(usable);
  const visits = groupVisits([...usable, ...hints]).map(({ place, files }) => ({
    place,
    files: files.filter((file) => isUsable.has(file)),
  }));
  return { visits: visits.filter(({ files }) => files.length > 0), refused };
}

/** Why a file wasn't put into the draft of its visit, and which draft that is. */
export type LeftOver = {
  submissionId: string;
  title: string;
  message: string;
  /** Whether it can still be added to the draft. */
  canReturn: boolean;
  group?: string | undefined;
};

export const groupByDraft = <T extends { left: LeftOver }>(files: readonly T[]): T[][] => [
  ...groupBy(files, ({ left }) => left.submissionId).values(),
];
