import { createPlaces, type PlaceLimits } from './transfer-places.ts';
import { createTurns } from './turns.ts';

/**
 * What one party may have under way in this process at the same time (docs/decisions/0089). A party is a
 * person in all of their sessions and tokens, or a visitor: a network address, under one share link.
 */
export const AT_ONCE = {
  /** ZIP archives. Programs fetch one archive with up to 16 connections. */
  archives: { perParty: 16, inProcess: 128 },
  /** Originals, videos, films and reports. A page may show many videos, each with two connections. */
  files: { perParty: 64, inProcess: 512 },
  /** Live channels: one for each open tab. */
  channels: { perParty: 32, inProcess: 4096 },
  /** Tiles that are drawn: all parties share one line of 400, which none can fill. */
  tiles: { atOnce: 16, waiting: 400 },
  /** Calls of the API, and what is looked up before a transfer: they take milliseconds each. */
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
