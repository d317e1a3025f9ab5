/** Floor-to-floor heights in meters, ground floor first. */
export const STORIES = [4.6, 3.8, 3.8, 3.8] as const;

/** The top of a deck; deck 0 is the ground slab. */
export const deckLevel = (deck: number): number =>
  0.15 + STORIES.slice(0, deck).reduce((sum, story) => sum + story, 0);
