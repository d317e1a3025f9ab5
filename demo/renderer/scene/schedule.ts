import { LAST_WEEK } from '../../flight/calendar.ts';

/** Construction progress. Shares are from 0 to 1; decks are a number of stories. */
export type Structure = {
  /** The depth in meters. */
  pit: number;
  footings: number;
  slab: boolean;
  /** Decks that bear loads; `columns` is true if the columns above the last one are standing. */
  decks: number;
  columns: boolean;
  formwork: boolean;
};

export type Stage = {
  week: number;
  building: Structure & { facade: number; scaffold: number; roof: number };
  parking: Structure & { facade: number; marked: boolean };
  hasCrane: boolean;
  hasMobileCrane: boolean;
  hasCabins: boolean;
  /** Shares of the open ground. */
  paving: number;
  planting: number;
  traffic: number;
};

const NOTHING: Structure = {
  pit: 0,
  footings: 0,
  slab: false,
  decks: 0,
  columns: false,
  formwork: false,
};

const BUILDING: readonly Partial<Stage['building']>[] = [
  { pit: 0.7 },
  { pit: 2.6, footings: 0.15 },
  { pit: 2.6, footings: 1 },
  { slab: true, columns: true, formwork: true },
  { slab: true, decks: 1, columns: true, formwork: true },
  { slab: true, decks: 2, columns: true, formwork: true, scaffold: 0.3 },
  { slab: true, decks: 3, columns: true, formwork: true, scaffold: 0.6, facade: 0.15 },
  { slab: true, decks: 4, scaffold: 1, facade: 0.5, roof: 0.4 },
  { slab: true, decks: 4, scaffold: 0.45, facade: 0.85, roof: 0.85 },
  { slab: true, decks: 4, facade: 1, roof: 1 },
];

const CAR_PARK: readonly Partial<Stage['parking']>[] = [
  {},
  { pit: 0.8 },
  { pit: 1.2, footings: 0.6 },
  { slab: true, columns: true },
  { slab: true, columns: true, formwork: true },
  { slab: true, decks: 1, columns: true, formwork: true },
  { slab: true, decks: 2, columns: true, formwork: true },
  { slab: true, decks: 3, facade: 0.3 },
  { slab: true, decks: 3, facade: 0.8 },
  { slab: true, decks: 3, facade: 1, marked: true },
];

/** Weeks before the first use the first stage, and weeks after the last use the last stage. */
export function stageOf(week: number): Stage {
  const index = Math.max(0, Math.min(LAST_WEEK, week) - 1);
  return {
    week,
    building: { ...NOTHING, facade: 0, scaffold: 0, roof: 0, ...BUILDING[index] },
    parking: { ...NOTHING, facade: 0, marked: false, ...CAR_PARK[index] },
    hasCrane: week >= 3 && week <= 8,
    hasMobileCrane: week === 9,
    hasCabins: week < LAST_WEEK,
    paving: week >= 10 ? 1 : week === 9 ? 0.5 : 0,
    planting: week >= 10 ? 1 : 0,
    traffic: Math.min(1, 0.35 + week * 0.12),
  };
}
