/** Metres from floor to floor, the ground floor first. */
export const STOREYS = [4.6, 3.8, 3.8, 3.8] as const;

/** Level of the top of a deck; deck 0 is the slab on the ground. */
export const deckLevel = (deck: number): number =>
  0.15 + STOREYS.slice(0, deck).reduce((sum, storey) => sum + storey, 0);
