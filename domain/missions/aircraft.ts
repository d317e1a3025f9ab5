import { type LensFacts, lensName } from '../lens.ts';

/** `drone` and `camera` are DJI's numbers (Cloud API, Product Support); a drone's variants have a second one. */
export type Aircraft = {
  name: string;
  /** `Model` in the EXIF data of its photos. */
  model: string | null;
  drone: readonly [type: number, variant: number];
  camera: number;
  /** DJI's names of the lenses (WPML, Common Elements, `imageFormat`). */
  lenses: { normal: string; zoom: string; thermal: string };
};

/** Lenses of cameras that store the wide and the zoom lens separately, and of those that don't. */
const SEPARATE = { normal: 'wide', zoom: 'zoom', thermal: 'ir' };
const VISIBLE = { normal: 'visible', zoom: 'visible', thermal: 'ir' };

const FIXED_CAMERAS: readonly [Aircraft, ...Aircraft[]] = [
  { name: 'Mavic 3 Enterprise', model: 'M3E', drone: [77, 0], camera: 66, lenses: VISIBLE },
  { name: 'Mavic 3 Thermal', model: 'M3T', drone: [77, 1], camera: 67, lenses: VISIBLE },
  { name: 'Matrice 4E', model: 'M4E', drone: [99, 0], camera: 88, lenses: VISIBLE },
  { name: 'Matrice 4T', model: 'M4T', drone: [99, 1], camera: 89, lenses: VISIBLE },
  { name: 'Matrice 30', model: 'M30', drone: [67, 0], camera: 52, lenses: SEPARATE },
  { name: 'Matrice 30T', model: 'M30T', drone: [67, 1], camera: 53, lenses: SEPARATE },
];

const GIMBALS = { H20: 42, H20T: 43, H20N: 61, H30: 82, H30T: 83 };

const gimbalsOf = (name: string, type: number): Aircraft[] =>
  Object.entries(GIMBALS).map(([gimbal, camera]) => ({
    name: `${name} with ${gimbal}`,
    model: null,
    drone: [type, 0],
    camera,
    lenses: SEPARATE,
  }));

/** Aircraft that fly waypoint missions in DJI Pilot 2. */
export const AIRCRAFT: readonly [Aircraft, ...Aircraft[]] = [
  ...FIXED_CAMERAS,
  ...gimbalsOf('Matrice 350 RTK', 89),
  ...gimbalsOf('Matrice 300 RTK', 60),
];

/** The aircraft that took photos of these camera models, if it can fly the mission. */
export const aircraftOf = (models: readonly (string | null)[]): Aircraft | undefined =>
  AIRCRAFT.find(({ model }) => model !== null && models.includes(model));

export function lensOn({ lenses }: Aircraft, point: LensFacts): string {
  const name = lensName(point);
  return name === 'thermal' || name === 'zoom' ? lenses[name] : lenses.normal;
}

/** Whether zooming in changes the next photo of the normal lens, too. */
export const hasOneZoom = ({ lenses }: Aircraft): boolean => lenses.normal === lenses.zoom;
