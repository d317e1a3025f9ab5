/** Of a frame at its widest. */
const WIDEST = 16 / 9;

/**
 * How much larger two pictures that fill a frame have to be, so that it stays filled when one of them
 * is turned: the bounding box of the frame, turned the other way, over the frame.
 */
export function growthFor(turn: number): number {
  const angle = (turn * Math.PI) / 180;
  return Math.abs(Math.cos(angle)) + WIDEST * Math.abs(Math.sin(angle));
}
