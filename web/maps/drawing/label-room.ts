/** Half the width of a longitude, as in 97° 09′ 32″ W, CSS px. */
const HALF_LABEL = 40;
/** Height of what stands at the left edge above and below the latitudes, CSS px; see map.css. */
const TOP = 98;
const BOTTOM = 44;

/** Whether the label of a meridian at `x` is whole on a map of this width, CSS px. */
export const hasRoomAcross = ({ x, width }: { x: number; width: number }): boolean =>
  x >= HALF_LABEL && x <= width - HALF_LABEL;

/** Whether nothing covers the label of a parallel at `y` on a map of this height, CSS px. */
export const hasRoomDown = ({ y, height }: { y: number; height: number }): boolean =>
  y >= TOP && y <= height - BOTTOM;
