import { createPlaces, type PlaceLimits } from './transfer-places.ts';
import { createTurns } from './turns.ts';

/** Limits in this process, and per party: a person, or a visitor's network (docs/decisions/0089). */
export const AT_ONCE = {
  /** Download programs use up to 16 connections for one archive. */
  archives: { perParty: 16, inProcess: 128 },
  /** A page may show many videos, each with two connections. */
  files: { perParty: 64, inProcess: 512 },
  channels: { perParty: 32, inProcess: 4096 },
  /** Drawn tiles. All parties share one line of 400, which no party can fill. */
  tiles: { atOnce: 16, waiting: 400 },
  calls: { atOnce: 8, waiting: 200 },
} as const satisfies Record<string, PlaceLimits | { atOnce: number; waiting: number }>;

export type AtOnce = ReturnType<typeof createAtOnce>;

export const createAtOnce = () => ({
  archives: createPlaces(AT_ONCE.archives),
  files: createPlaces(AT_ONCE.files),
  channels: createPlaces(AT_ONCE.channels),
  tiles: createTurns(AT_ONCE.tiles),
  turns: createTurns(AT_ONCE.calls),
});
