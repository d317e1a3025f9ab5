export const KIND = {
  plain: 0,
  concrete: 1,
  ribbed: 2,
  glass: 3,
  foliage: 4,
  ground: 5,
  earth: 6,
  shingle: 7,
  brick: 8,
  membrane: 9,
  marking: 10,
  water: 11,
  grille: 12,
} as const;

export type Rgb = readonly [red: number, green: number, blue: number];

/** `rgb` is an sRGB color from 0 to 255. `kind` is a surface kind of the surface shader. */
export type Paint = { rgb: Rgb; kind: number };

export const paint = (rgb: Rgb, kind: number = KIND.plain): Paint => ({ rgb, kind });

export const shade = ({ rgb, kind }: Paint, by: number): Paint => ({
  rgb: [Math.min(255, rgb[0] * by), Math.min(255, rgb[1] * by), Math.min(255, rgb[2] * by)],
  kind,
});

export const CONCRETE = paint([176, 172, 164], KIND.concrete);
export const FRESH_CONCRETE = paint([148, 147, 143], KIND.concrete);
export const STEEL = paint([120, 122, 124]);
export const GALVANISED = paint([168, 172, 174]);
export const RUST = paint([104, 76, 60]);
export const TIMBER = paint([176, 150, 112]);
export const FORM_YELLOW = paint([200, 168, 92]);
export const PLYWOOD = paint([158, 126, 92]);
export const BLACK = paint([28, 28, 30]);
export const RUBBER = paint([34, 34, 36]);
export const WHITE = paint([232, 232, 228]);
export const MACHINE_YELLOW = paint([216, 160, 40]);
export const GLASS = paint([44, 54, 60], KIND.glass);
export const EARTH = paint([150, 118, 84], KIND.earth);
export const GRAVEL = paint([164, 156, 142], KIND.earth);
export const SAND = paint([200, 176, 134], KIND.earth);
export const MEMBRANE = paint([214, 214, 208], KIND.membrane);
export const ROAD_WHITE = paint([224, 222, 212], KIND.marking);
export const ROAD_YELLOW = paint([214, 164, 44], KIND.marking);
