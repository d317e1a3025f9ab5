import type { Pose } from '../../flight/waypoints.ts';

/** Sizes are in pixels. `detail` is the share of the width that each pass renders. */
export type PhotoOrder = {
  pose: Pose;
  week: number;
  width: number;
  height: number;
  passes: number;
  detail: number;
  seed: number;
};

/** `area` is in meters from the site's center, `pixel` in meters per pixel. */
export type PlanOrder = {
  week: number;
  area: { west: number; south: number; east: number; north: number };
  pixel: number;
  passes: number;
  detail: number;
};

/** Functions of the rendering page. It sends pictures back as named frames. */
export type DrawingPage = {
  prepare: (week: number, groundPixels: number) => void;
  illuminate: (week: number, instant: string, passes: number) => void;
  photo: (order: PhotoOrder, frame: string) => Promise<void>;
  /** Colors from straight above, four bytes per pixel, rows from the north. */
  plan: (order: PlanOrder, frame: string) => Promise<void>;
  /** Height, temperature, red, and near infrared from above: four floats per pixel, rows from the south. */
  measure: (order: PlanOrder, frame: string) => Promise<void>;
};

declare global {
  var overfly: DrawingPage;
}
