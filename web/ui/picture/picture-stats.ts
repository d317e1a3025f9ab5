export type ImageFigures = {
  total: number;
  loaded: number;
  failed: number;
  /** Milliseconds from the wish to the picture, on average; 0 as long as none is there. */
  averageMs: number;
  perSecond: number;
};

/** A line is logged for each so many pictures that were loaded. */
const LOGGED_EVERY = 10;

/** Counts pictures from the wish for one until it is there; `onTenth` hears of every tenth. */
export function createImageStats(now: () => number, onTenth: () => void) {
  let total = 0;
  let loaded = 0;
  let failed = 0;
  let waited = 0;
  let first = 0;
  let last = 0;
  return {
    /** Returns how to say what became of it. */
    begin() {
      const start = now();
      if (total === 0) first = start;
      total += 1;
      return {
        loaded(): void {
          last = now();
          waited += last - start;
          loaded += 1;
          if (loaded % LOGGED_EVERY === 0) onTenth();
        },
        failed(): void {
          failed += 1;
        },
      };
    },
    figures: (): ImageFigures => ({
      total,
      loaded,
      failed,
      averageMs: loaded === 0 ? 0 : waited / loaded,
      perSecond: last > first ? (loaded * 1000) / (last - first) : 0,
    }),
  };
}
