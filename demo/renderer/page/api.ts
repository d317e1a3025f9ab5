import type { Pose } from '../../flight/waypoints.ts';

/** What to photograph: sizes in pixels; `detail` is the share of the width that a pass draws. */
export type PhotoOrder = {
  pose: Pose;
  week: number;
  width: number;
  height: number;
  passes: number;
  detail: number;
  seed: number;
};

/** What to map: an area in metres of the site, metres a pixel. */
export type PlanOrder = {
  week: number;
  area: { west: number; south: number; east: number; north: number };
  pixel: number;
  passes: number;
  detail: number;
};

/** What the drawing page does when it is asked to; pictures are sent back as frames by name. */
export type DrawingPage = {
  prepare: (week: number, groundPixels: number) => void;
  illuminate: (week: number, instant: string, passes: number) => void;
  photo: (order: PhotoOrder, frame: string) => Promise<void>;
  /** Colours from straight above, four bytes a pixel, rows from the north. */
  plan: (order: PlanOrder, frame: string) => Promise<void>;
  /** Height, temperature, red and near infrared from above: four floats a pixel, rows from the south. */
  measure: (order: PlanOrder, frame: string) => Promise<void>;
};

declare global {
  var overfly: DrawingPage;
}
