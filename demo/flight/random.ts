/** Returns numbers in [0, 1) that are the same in every run. */
export type Random = () => number;

/** mulberry32, a 32-bit generator by Tommy Ettinger. */
function randomFrom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Each subject has its own sequence, so that changing one doesn't affect the others. */
export function randomOf(subject: string, number = 0): Random {
  let hash = 2_166_136_261 ^ number;
  for (const letter of subject) hash = Math.imul(hash ^ letter.charCodeAt(0), 16_777_619);
  return randomFrom(hash + number * 7919);
}

/** Uniform in [low, high). */
export const between = (random: Random, low: number, high: number): number =>
  low + random() * (high - low);

/** Throws if the list is empty. */
export function pick<T>(random: Random, list: readonly T[]): T {
  const value = list[Math.floor(random() * list.length)];
  if (value === undefined) throw new Error('The list is empty.');
  return value;
}
