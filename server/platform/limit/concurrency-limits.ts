import { createTransferSlots, type SlotLimits } from './transfer-slots.ts';
import { createPartyQueues } from './work-queues.ts';

/** Limits in this process, and per party: a person, or a visitor's network (docs/decisions/0089). */
export const CONCURRENCY_LIMITS = {
  /** Download programs use up to 16 connections for one archive. */
  archives: { perParty: 16, inProcess: 128 },
  /** A page may show many videos, each with two connections. */
  files: { perParty: 64, inProcess: 512 },
  channels: { perParty: 32, inProcess: 4096 },
  /** Map tiles, per party: how many are drawn at once, and how many more can wait. */
  tiles: { atOnce: 16, waiting: 400 },
  calls: { atOnce: 8, waiting: 200 },
} as const satisfies Record<string, SlotLimits | { atOnce: number; waiting: number }>;

export type ConcurrencyLimits = ReturnType<typeof createConcurrencyLimits>;

export const createConcurrencyLimits = () => ({
  archives: createTransferSlots(CONCURRENCY_LIMITS.archives),
  files: createTransferSlots(CONCURRENCY_LIMITS.files),
  channels: createTransferSlots(CONCURRENCY_LIMITS.channels),
  tiles: createPartyQueues(CONCURRENCY_LIMITS.tiles),
  turns: createPartyQueues(CONCURRENCY_LIMITS.calls),
});
