/** Aspect ratio of the widest frame. */
const WIDEST = 16 / 9;

/**
 * The scale at which two pictures still fill their frame when one of them is rotated: the bounding box of the frame,
 * rotated the other way, relative to the frame.
 */
export function growthFor(turn: number): number {
  const angle = (turn * Math.PI) / 180;
  return Math.abs(Math.cos(angle)) + WIDEST * Math.abs(Math.sin(angle));
}
