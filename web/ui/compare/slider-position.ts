/** Percent from the left edge; `step` and `page` are keyboard steps. */
export const SLIDER = { start: 50, min: 0, max: 100, step: 1, page: 10 } as const;

export const clampPercent = (percent: number): number =>
  Math.min(SLIDER.max, Math.max(SLIDER.min, percent));

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

/** The divider's position after a key press; null for other keys. */
export function keyedPercent(percent: number, key: string): number | null {
  const by = KEYS[key];
  return by === undefined ? null : clampPercent(percent + by);
}
