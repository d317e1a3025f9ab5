import { createPlaces, type PlaceLimits, type Places } from './places.ts';
import { createTurns, type Turns } from './turns.ts';

/**
 * What one party may have under way in this process at the same time (docs/decisions/0089). A party is a
 * person in all of their sessions and tokens, or a visitor: a network address, under one share link.
 */
export const AT_ONCE = {
  /** ZIP archives. Programs fetch one archive with up to 16 connections. */
  archives: { perParty: 16, inProcess: 128 },
  /** Originals, videos, films and reports. A page may show many videos, each with two connections. */
  files: { perParty: 64, inProcess: 512 },
  /** Calls of the API, and what is looked up before a transfer: they take milliseconds each. */
  calls: { atOnce: 8, waiting: 200 },
} as const satisfies Record<string, PlaceLimits | { atOnce: number; waiting: number }>;

export type AtOnce = { archives: Places; files: Places; turns: Turns };

export const createAtOnce = (): AtOnce => ({
  archives: createPlaces(AT_ONCE.archives),
  files: createPlaces(AT_ONCE.files),
  turns: createTurns(AT_ONCE.calls),
});
