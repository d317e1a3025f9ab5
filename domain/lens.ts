import type { PhotoMetadata } from './photo-metadata.ts';

/** `visible`: normal camera, wide unless its focal length says otherwise; `screen`: screenshot of the pilot's view. */
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

export type LensFacts = {
  lens?: Lens | null | undefined;
  focalLength?: number | null | undefined;
  equivalentFocalLength?: number | null | undefined;
};

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

/** DJI since 2021: DJI_YYYYMMDDhhmmss_0001_W.JPG, optionally followed by the waypoint's name. */
const DJI_NAME = /^dji_\d{8,14}_\d{3,}_(?:(ms)_(re|nir|[rgb])|([wztvs]))(?=$|[ _.(-])/i;
/** Older or renamed files: DJI_0001_T, "North_Z (1)". Excludes S and lowercase w, which may mean south and west. */
const LENS_LETTER = /_([WZTVztv])(?:[ _-]?\(\d+\)|[ _-][Cc]opy)*$/;
/** Words at either end of the name: DJI_0001_ZOOM (H20T); IRX_0001 is Autel. */
const LENS_WORD =
  /(?:^|[ _-])(wide|zoom|tele|thrm|thermal|infrared|infra|ir|visible|visual|scrn)(?:[ _-]?\(?\d*\)?|[ _-]copy)*$|^(?:(irx)_|(wide|zoom|tele|thermal|infrared|ir|visible)[ _-])/i;

const LENS_BY_WORD: Readonly<Record<string, Lens>> = {
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
  const [, end] = LENS_LETTER.exec(stem) ?? [];
  const [, last, irx, first] = LENS_WORD.exec(stem) ?? [];
  return LENS_BY_WORD[(letter ?? end ?? last ?? irx ?? first ?? '').toLowerCase()] ?? null;
}

/** `drone-dji:ImageSource`: WideCamera, ZoomCamera, InfraredCamera, VisibleCamera. Other makers use similar words. */
const SOURCES: readonly [RegExp, Lens][] = [
  [/infrared|thermal/i, 'thermal'],
  [/zoom|tele/i, 'zoom'],
  [/wide/i, 'wide'],
  [/visible|visual|rgb/i, 'visible'],
];

/** Skydio X10 model names end in the field of view in degrees (Skydio: X10 metadata overview). */
const SKYDIO_VIEW = /^V[T\d]\w*-[A-Z]+_(13|40|50|93)$/;
const SKYDIO_LENSES: Readonly<Record<string, Lens>> = {
  13: 'zoom',
  40: 'thermal',
  50: 'zoom',
  93: 'wide',
};

type LensClues = {
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

export function lensFacts(said: LensClues) {
  const { focalLength, equivalentFocalLength, digitalZoom } = said;
  const zoomed = (length: number | null) => length && length * (digitalZoom ?? 1);
  return {
    lens: lensOf(said),
    focalLength: zoomed(focalLength),
    equivalentFocalLength: zoomed(equivalentFocalLength),
  };
}

function lensOf({
  fileName,
  photoType,
  imageSource,
  bandName,
  lens,
  cameraModel,
}: LensClues): Lens {
  if (photoType) return photoType;
  const band = BANDS[(bandName ?? '').replace(/[ _-]/g, '').toLowerCase()];
  if (band) return band;
  const sourceIn = (text: string | null) => SOURCES.find(([words]) => words.test(text ?? ''))?.[1];
  const [, view = ''] = SKYDIO_VIEW.exec(cameraModel ?? '') ?? [];
  const metadataLens = sourceIn(imageSource) ?? SKYDIO_LENSES[view] ?? sourceIn(lens);
  return metadataLens ?? lensOfName(fileName) ?? 'unknown';
}

/** Maximum ratio of focal lengths that can be aligned. Allows for a new drone's wide lens: 20, 24, or 28 mm. */
const MAX_FOCAL_RATIO = 1.3;
const WIDE_MM = 24;
const ZOOM_MM = 60;

const VISIBLE_LIGHT_LENSES = new Set<Lens>(['wide', 'zoom', 'visible', 'unknown']);
const lensIn = ({ lens }: LensFacts): Lens => lens ?? 'unknown';

/**
 * The difference in focal length relative to the maximum: above 1, the photos show different views. Null if unknown.
 */
export function focalDifference(a: LensFacts, b: LensFacts): number | null {
  const equivalent = (of: LensFacts) =>
    of.equivalentFocalLength ?? (lensIn(of) === 'wide' ? WIDE_MM : null);
  const [one, other] = [equivalent(a), equivalent(b)];
  if (one && other) return shareOf(one, other);
  // If neither has an equivalent, they are probably from the same camera, so their actual focal lengths are comparable.
  const hasNone = !a.equivalentFocalLength && !b.equivalentFocalLength;
  return hasNone && a.focalLength && b.focalLength ? shareOf(a.focalLength, b.focalLength) : null;
}

const shareOf = (one: number, other: number) =>
  Math.abs(Math.log(one / other) / Math.log(MAX_FOCAL_RATIO));

export function differsInLens(a: LensFacts, b: LensFacts): boolean {
  const [one, other] = [lensIn(a), lensIn(b)];
  const isPairOf = (x: Lens, y: Lens) => (one === x && other === y) || (one === y && other === x);
  const isVisibleLight = VISIBLE_LIGHT_LENSES.has(one) && VISIBLE_LIGHT_LENSES.has(other);
  if ((!isVisibleLight && one !== other) || isPairOf('wide', 'zoom')) return true;
  const focal = focalDifference(a, b);
  if (focal !== null) return focal > 1;
  return (one === 'zoom' && isShort(b)) || (other === 'zoom' && isShort(a));
}

const isShort = (facts: LensFacts): boolean =>
  lensIn(facts) === 'visible' ||
  (facts.equivalentFocalLength ?? Infinity) < WIDE_MM * MAX_FOCAL_RATIO;

export const isLensKnown = (facts: LensFacts): boolean =>
  lensIn(facts) !== 'unknown' || !!facts.equivalentFocalLength || !!facts.focalLength;

export function lensName(facts: LensFacts): string | null {
  const lens = lensIn(facts);
  if (lens === 'red-edge') return 'red edge';
  if (lens === 'near-infrared') return 'near infrared';
  if (!VISIBLE_LIGHT_LENSES.has(lens)) return lens;
  if (lens === 'zoom') return 'zoom';
  return lens !== 'wide' && (facts.equivalentFocalLength ?? 0) >= ZOOM_MM ? 'zoom' : null;
}

/** Largest group first; normal lenses win ties. Photos without lens data join the normal or largest possible group. */
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
