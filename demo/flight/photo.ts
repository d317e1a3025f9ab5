import { readFile } from 'node:fs/promises';
import type { Position } from './geodesy.ts';
import { withCapture } from './metadata.ts';
import { photoPath } from './site-files.ts';
import { LAST_WEEK } from './calendar.ts';
import { poseOf, type Waypoint } from './waypoints.ts';

/** `local` is the camera's clock ('YYYY-MM-DDTHH:MM:SS'), `site` the site's center. */
type Shot = { waypoint: Waypoint; week: number; local: string; site: Position };

/** Returns a photo of the sample site as if taken at this time and place. */
export async function takePhoto({ waypoint, week, local, site }: Shot): Promise<Buffer> {
  const stage = Math.max(1, Math.min(LAST_WEEK, week));
  const jpeg = await readFile(photoPath(stage, waypoint));
  return withCapture(jpeg, { pose: poseOf(waypoint, stage), local, site });
}
