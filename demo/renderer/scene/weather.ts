/** Light and air on a visit. Radiance is relative to that of a clear sky (about 1). */
export type Weather = {
  name: 'clear' | 'hazy' | 'overcast' | 'after rain';
  sun: readonly [number, number, number];
  /** The sun's angular radius in degrees, for soft shadows. */
  penumbra: number;
  sky: readonly [number, number, number];
  /** The sky's radiance near the horizon, to which distant objects fade. */
  horizon: readonly [number, number, number];
  /** The distance in meters at which 63% of an object's light is lost. */
  visibility: number;
  clouds: number;
  wetness: number;
  exposure: number;
};

const CLEAR: Weather = {
  name: 'clear',
  sun: [3.55, 3.18, 2.62],
  penumbra: 0.35,
  sky: [0.36, 0.5, 0.76],
  horizon: [0.78, 0.88, 1.02],
  visibility: 2100,
  clouds: 0.25,
  wetness: 0,
  exposure: 0.5,
};
const HAZY: Weather = {
  ...CLEAR,
  name: 'hazy',
  sun: [2.6, 2.3, 1.88],
  penumbra: 0.9,
  sky: [0.56, 0.64, 0.78],
  horizon: [0.96, 0.97, 1],
  visibility: 3000,
  clouds: 0.5,
  exposure: 0.58,
};
const OVERCAST: Weather = {
  ...CLEAR,
  name: 'overcast',
  sun: [0.3, 0.29, 0.27],
  penumbra: 9,
  sky: [0.92, 0.97, 1.04],
  horizon: [1.05, 1.08, 1.12],
  visibility: 3000,
  clouds: 1,
  exposure: 0.82,
};
const AFTER_RAIN: Weather = {
  ...CLEAR,
  name: 'after rain',
  sun: [2.5, 2.26, 1.9],
  penumbra: 0.7,
  sky: [0.5, 0.6, 0.78],
  horizon: [0.9, 0.95, 1.02],
  visibility: 2200,
  clouds: 0.65,
  wetness: 1,
  exposure: 0.6,
};

/** Visibility in meters on misty mornings. */
const MIST = 1500;

const BY_WEEK: readonly Weather[] = [
  CLEAR,
  { ...HAZY, visibility: MIST },
  AFTER_RAIN,
  CLEAR,
  { ...OVERCAST, visibility: MIST },
  CLEAR,
  HAZY,
  { ...OVERCAST, wetness: 0.6 },
  CLEAR,
  CLEAR,
];

export const weatherOf = (week: number): Weather => BY_WEEK[(week - 1) % BY_WEEK.length] ?? CLEAR;
