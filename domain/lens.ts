import type { PhotoMetadata } from './photo-metadata.ts';

/**
 * What a photo was taken with. `visible` is a camera that sees light, wide unless its focal length says otherwise;
 * `panorama` is a whole sphere, `screen` a copy of what the pilot saw, and the colors are bands of a
 * multispectral camera. `unknown` means that nothing says it.
 */
export const LENSES = [
  'wide',
  'zoom',
  'visible',
  'thermal',
  'panorama',
  'screen',
  'blue',
  'green',
  'red',
  'red-edge',
  'near-infrared',
  'unknown',
] as const;
export type Lens = (typeof LENSES)[number];

/** Focal lengths in millimeters: of the lens itself, and as on 35 mm film with the digital zoom. */
export type LensFacts = {
  lens?: Lens | null | undefined;
  focalLength?: number | null | undefined;
  equivalentFocalLength?: number | null | undefined;
};

/** The facts of a photo that says nothing of what took it. */
export const NO_LENS_FACTS = {
  photoType: null,
  imageSource: null,
  bandName: null,
  lens: null,
  cameraModel: null,
  focalLength: null,
  equivalentFocalLength: null,
  digitalZoom: null,
};

const BANDS: Readonly<Record<string, Lens>> = {
  b: 'blue',
  blue: 'blue',
  g: 'green',
  green: 'green',
  r: 'red',
  red: 'red',
  re: 'red-edge',
  rededge: 'red-edge',
  nir: 'near-infrared',
  lwir: 'thermal',
};

/** DJI since 2021: DJI_YYYYMMDDhhmmss_0001_W.JPG; the name of the waypoint may follow. */
const DJI_NAME = /^dji_\d{8,14}_\d{3,}_(?:(ms)_(re|nir|[rgb])|([wztvs]))(?=$|[ _.(-])/i;
/** Older and renamed files: DJI_0001_T, "North_Z (1)". S may as well say south, and a small w west. */
const LETTER = /_([WZTVztv])(?:[ _-]?\(\d+\)|[ _-][Cc]opy)*$/;
/** Spelled out at either end of the name: DJI_0001_ZOOM (H20T); IRX_0001 is Autel's. */
const WORD =
  /(?:^|[ _-])(wide|zoom|tele|thrm|thermal|infrared|infra|ir|visible|visual|scrn)(?:[ _-]?\(?\d*\)?|[ _-]copy)*$|^(?:(irx)_|(wide|zoom|tele|thermal|infrared|ir|visible)[ _-])/i;

const NAMED: Readonly<Record<string, Lens>> = {
  w: 'wide',
  wide: 'wide',
  z: 'zoom',
  zoom: 'zoom',
  tele: 'zoom',
  t: 'thermal',
  thrm: 'thermal',
  thermal: 'thermal',
  infrared: 'thermal',
  infra: 'thermal',
  ir: 'thermal',
  irx: 'thermal',
  v: 'visible',
  visible: 'visible',
  visual: 'visible',
  s: 'screen',
  scrn: 'screen',
};

function lensOfName(fileName: string): Lens | null {
  const stem = fileName.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '');
  const [, isBand, band, letter] = DJI_NAME.exec(stem) ?? [];
  if (isBand && band) return BANDS[band.toLowerCase()] ?? null;
  const [, end] = LETTER.exec(stem) ?? [];
  const [, last, irx, first] = WORD.exec(stem) ?? [];
  return NAMED[(letter ?? end ?? last ?? irx ?? first ?? '').toLowerCase()] ?? null;
}

/** `drone-dji:ImageSource`: WideCamera, ZoomCamera, InfraredCamera, VisibleCamera; others in similar words. */
const SOURCES: readonly [RegExp, Lens][] = [
  [/infrared|thermal/i, 'thermal'],
  [/zoom|tele/i, 'zoom'],
  [/wide/i, 'wide'],
  [/visible|visual|rgb/i, 'visible'],
];

/** Of a Skydio X10, whose models end in the degrees of the view (Skydio: X10 metadata overview). */
const SKYDIO_VIEW = /^V[T\d]\w*-[A-Z]+_(13|40|50|93)$/;
const SKYDIO_LENSES: Readonly<Record<string, Lens>> = {
  13: 'zoom',
  40: 'thermal',
  50: 'zoom',
  93: 'wide',
};

type Said = {
  fileName: string;
  photoType?: Extract<Lens, 'thermal' | 'panorama'> | null;
} & Pick<
  PhotoMetadata,
  | 'imageSource'
  | 'bandName'
  | 'lens'
  | 'cameraModel'
  | 'focalLength'
  | 'equivalentFocalLength'
  | 'digitalZoom'
>;

/** The lens of a photo. What its bytes and its metadata say counts more than its name. */
export function lensFacts(said: Said) {
  const { focalLength, equivalentFocalLength, digitalZoom } = said;
  const zoomed = (length: number | null) => length && length * (digitalZoom ?? 1);
  return {
    lens: lensOf(said),
    focalLength: zoomed(focalLength),
    equivalentFocalLength: zoomed(equivalentFocalLength),
  };
}

function lensOf({ fileName, photoType, imageSource, bandName, lens, cameraModel }: Said): Lens {
  if (photoType) return photoType;
  const band = BANDS[(bandName ?? '').replace(/[ _-]/g, '').toLowerCase()];
  if (band) return band;
  const wordIn = (text: string | null) => SOURCES.find(([words]) => words.test(text ?? ''))?.[1];
  const [, view = ''] = SKYDIO_VIEW.exec(cameraModel ?? '') ?? [];
  const told = wordIn(imageSource) ?? SKYDIO_LENSES[view] ?? wordIn(lens);
  return told ?? lensOfName(fileName) ?? 'unknown';
}

/**
 * Focal lengths of one view differ by less than this factor. Photos that differ more cannot be aligned, and a drone
 * that takes the place of another has nearly the same wide lens: 20, 24 or 28 mm.
 */
const SAME_VIEW = 1.3;
/** What wide lenses of drones have, where one says nothing. */
const WIDE_MM = 24;
/** From here on a lens that has no name is taken for a zoom. */
const ZOOM_MM = 60;

const LIGHT = new Set<Lens>(['wide', 'zoom', 'visible', 'unknown']);
const lensIn = ({ lens }: LensFacts): Lens => lens ?? 'unknown';

/**
 * How much the focal lengths of two photos differ: the share of what is allowed, above 1 when they show different
 * views; null where one is unknown.
 */
export function focalDifference(a: LensFacts, b: LensFacts): number | null {
  const equivalent = (of: LensFacts) =>
    of.equivalentFocalLength ?? (lensIn(of) === 'wide' ? WIDE_MM : null);
  const [one, other] = [equivalent(a), equivalent(b)];
  if (one && other) return shareOf(one, other);
  // Of two cameras these say nothing, but a camera that gives no equivalent gives none for any of its lenses.
  const hasNone = !a.equivalentFocalLength && !b.equivalentFocalLength;
  return hasNone && a.focalLength && b.focalLength ? shareOf(a.focalLength, b.focalLength) : null;
}

const shareOf = (one: number, other: number) =>
  Math.abs(Math.log(one / other) / Math.log(SAME_VIEW));

/** Whether two photos are of different lenses, as far as both say: they cannot be of one viewpoint. */
export function differsInLens(a: LensFacts, b: LensFacts): boolean {
  const [one, other] = [lensIn(a), lensIn(b)];
  const areThese = (x: Lens, y: Lens) => (one === x && other === y) || (one === y && other === x);
  // The bytes tell heat and spheres, so a photo of which nothing is known is one of light.
  const isOfLight = LIGHT.has(one) && LIGHT.has(other);
  if ((!isOfLight && one !== other) || areThese('wide', 'zoom')) return true;
  const focal = focalDifference(a, b);
  if (focal !== null) return focal > 1;
  return (one === 'zoom' && isShort(b)) || (other === 'zoom' && isShort(a));
}

/** Whether a photo counts as wide next to a zoom with an unknown focal length. */
const isShort = (facts: LensFacts): boolean =>
  lensIn(facts) === 'visible' || (facts.equivalentFocalLength ?? Infinity) < WIDE_MM * SAME_VIEW;

/** Whether anything is known of a lens that sees light. */
export const isLensKnown = (facts: LensFacts): boolean =>
  lensIn(facts) !== 'unknown' || !!facts.equivalentFocalLength || !!facts.focalLength;

/** The ending of a viewpoint's name: 'zoom', 'thermal'; null for an ordinary lens. */
export function lensName(facts: LensFacts): string | null {
  const lens = lensIn(facts);
  if (lens === 'red-edge') return 'red edge';
  if (lens === 'near-infrared') return 'near infrared';
  if (!LIGHT.has(lens)) return lens;
  if (lens === 'zoom') return 'zoom';
  return lens !== 'wide' && (facts.equivalentFocalLength ?? 0) >= ZOOM_MM ? 'zoom' : null;
}

/**
 * Parts photos by their lens, the largest group first, of two as large that of the ordinary lens. A photo of which
 * nothing is known goes to the ordinary ones, or else to the largest group that it may be of.
 */
export function groupByLens<T extends LensFacts>(photos: readonly T[]): T[][] {
  const groups: T[][] = [];
  const add = (photo: T) => {
    const group = groups.find(([first]) => first && !differsInLens(first, photo));
    if (group) group.push(photo);
    else groups.push([photo]);
  };
  const bySize = (a: T[], b: T[]) => b.length - a.length;
  const ordinaryFirst = (a: T[], b: T[]) => Number(isSpecial(a)) - Number(isSpecial(b));
  photos.filter(isLensKnown).forEach(add);
  groups.sort(bySize).sort(ordinaryFirst);
  photos.filter((photo) => !isLensKnown(photo)).forEach(add);
  return groups.sort(ordinaryFirst).sort(bySize);
}

const isSpecial = ([first]: readonly LensFacts[]) =>
  first !== undefined && lensName(first) !== null;
