import { type LensFacts, lensName } from '../lens.ts';

/** `drone` and `camera` are DJI's numbers (Cloud API, Product Support); a drone's variants have a second one. */
export type Aircraft = {
  name: string;
  drone: readonly [type: number, variant: number];
  camera: number;
  /** DJI's names of the lenses (WPML, Common Elements, `imageFormat`). */
  lenses: { normal: string; zoom: string; thermal: string };
};

/** Lenses of cameras that store the wide and the zoom lens separately, and of those that don't. */
const SEPARATE = { normal: 'wide', zoom: 'zoom', thermal: 'ir' };
const VISIBLE = { normal: 'visible', zoom: 'visible', thermal: 'ir' };

const FIXED_CAMERAS: readonly Aircraft[] = [
  { name: 'Mavic 3 Enterprise', drone: [77, 0], camera: 66, lenses: VISIBLE },
  { name: 'Mavic 3 Thermal', drone: [77, 1], camera: 67, lenses: VISIBLE },
  { name: 'Matrice 4E', drone: [99, 0], camera: 88, lenses: VISIBLE },
  { name: 'Matrice 4T', drone: [99, 1], camera: 89, lenses: VISIBLE },
  { name: 'Matrice 30', drone: [67, 0], camera: 52, lenses: SEPARATE },
  { name: 'Matrice 30T', drone: [67, 1], camera: 53, lenses: SEPARATE },
];

const GIMBALS = { H20: 42, H20T: 43, H20N: 61, H30: 82, H30T: 83 };

const gimbalsOf = (name: string, type: number): Aircraft[] =>
  Object.entries(GIMBALS).map(([gimbal, camera]) => ({
    name: `${name} with ${gimbal}`,
    drone: [type, 0],
    camera,
    lenses: SEPARATE,
  }));

/** Aircraft that fly waypoint missions in DJI Pilot 2. */
export const AIRCRAFT: readonly Aircraft[] = [
  ...FIXED_CAMERAS,
  ...gimbalsOf('Matrice 350 RTK', 89),
  ...gimbalsOf('Matrice 300 RTK', 60),
];

/** `Model` in the EXIF data of photos. */
const MODELS: Readonly<Record<string, string>> = {
  M3E: 'Mavic 3 Enterprise',
  M3T: 'Mavic 3 Thermal',
  M4E: 'Matrice 4E',
  M4T: 'Matrice 4T',
  M30: 'Matrice 30',
  M30T: 'Matrice 30T',
};

/** The aircraft that took the photos, if it can fly the mission. */
export const aircraftOf = (models: readonly (string | null)[]): Aircraft | undefined =>
  AIRCRAFT.find(({ name }) => models.some((model) => MODELS[model ?? ''] === name));

export function lensOn({ lenses }: Aircraft, point: LensFacts): string {
  const name = lensName(point);
  return name === 'thermal' || name === 'zoom' ? lenses[name] : lenses.normal;
}

/** Whether zooming in changes the next photo of the normal lens, too. */
export const hasOneZoom = ({ lenses }: Aircraft): boolean => lenses.normal === lenses.zoom;
