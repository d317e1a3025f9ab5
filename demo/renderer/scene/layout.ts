export type Area = { west: number; south: number; east: number; north: number };

export const LOT: Area = { west: -66, south: -50, east: 66, north: 52 };
/** The building's main part is in the south, its wing in the west. */
export const BAR: Area = { west: -46, south: -34, east: 12, north: -14 };
export const WING: Area = { west: -46, south: -14, east: -26, north: 14 };
export const PARKING: Area = { west: 26, south: -36, east: 58, north: 22 };
export const COURT: Area = { west: -22, south: -8, east: 14, north: 34 };
export const YARD: Area = { west: -62, south: 22, east: -26, north: 48 };
export const CRANE = { x: -8, y: -4 } as const;
export const GATE = { x: 19, y: -50 } as const;

/** Center lines and widths of the roads. The main road is south of the site, a side street west of it. */
export const MAIN_ROAD = { y: -68, width: 15 } as const;
export const SIDE_ROAD = { x: -84, width: 9 } as const;
export const BACK_ROAD = { y: 112, width: 8 } as const;

export const contains = (area: Area, x: number, y: number, margin = 0): boolean =>
  x > area.west - margin &&
  x < area.east + margin &&
  y > area.south - margin &&
  y < area.north + margin;

/** Returns the distance to the edge of an area in meters, negative inside. */
export function distanceFrom(area: Area, x: number, y: number): number {
  const dx = Math.max(area.west - x, x - area.east);
  const dy = Math.max(area.south - y, y - area.north);
  return dx > 0 && dy > 0 ? Math.hypot(dx, dy) : Math.max(dx, dy);
}
