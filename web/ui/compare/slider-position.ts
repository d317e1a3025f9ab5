/** Percent from the left edge: where the divider starts, its ends, and a step of each kind of key. */
export const SLIDER = { start: 50, min: 0, max: 100, step: 1, page: 10 } as const;

export const clampPercent = (percent: number): number =>
  Math.min(SLIDER.max, Math.max(SLIDER.min, percent));

/** The divider under a pointer at `clientX` over a frame. */
export const percentAt = (clientX: number, frame: { left: number; width: number }): number =>
  frame.width > 0 ? clampPercent(((clientX - frame.left) / frame.width) * 100) : SLIDER.start;

const KEYS: Record<string, number> = {
  ArrowLeft: -SLIDER.step,
  ArrowDown: -SLIDER.step,
  ArrowRight: SLIDER.step,
  ArrowUp: SLIDER.step,
  PageDown: -SLIDER.page,
  PageUp: SLIDER.page,
  Home: -SLIDER.max,
  End: SLIDER.max,
};

/** Where a key moves the divider; null for a key that does not. */
export function keyedPercent(percent: number, key: string): number | null {
  const by = KEYS[key];
  return by === undefined ? null : clampPercent(percent + by);
}
