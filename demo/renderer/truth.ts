import { writeFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { focalPixels, groundBetween } from './ground-plane.ts';
import { PHOTO } from '../flight/metadata.ts';
import { photoPath, sitePath } from '../flight/site-files.ts';
import { SITE } from '../flight/place.ts';
import { poseOf, WAYPOINTS } from '../flight/waypoints.ts';
import { takenAt, WEEKS } from '../flight/calendar.ts';
import { weatherOf } from './scene/weather.ts';

/** Twelve significant digits are much more precise than a thousandth of a pixel. */
const rounded = (value: number) => Number(value.toPrecision(12));

/**
 * Writes truth.json: each photo's camera pose (in meters from `site` and degrees), and for each viewpoint and pair of
 * weeks the homography that maps the level ground from the earlier photo to the later one.
 */
export async function writeTruth() {
  const photos = WEEKS.flatMap((week) =>
    WAYPOINTS.map((waypoint, index) => ({
      file: relative(sitePath(''), photoPath(week, waypoint)),
      week,
      viewpoint: waypoint.slug,
      taken: takenAt(week, index).local,
      weather: weatherOf(week).name,
      pose: poseOf(waypoint, week),
    })),
  );
  const pairs = WAYPOINTS.flatMap((waypoint) =>
    WEEKS.flatMap((from) =>
      WEEKS.filter((to) => to > from).map((to) => ({
        viewpoint: waypoint.slug,
        from,
        to,
        homography: groundBetween(poseOf(waypoint, from), poseOf(waypoint, to), PHOTO).map(rounded),
      })),
    ),
  );
  const camera = { ...PHOTO, focalPixels: focalPixels(PHOTO) };
  const lines = (list: readonly unknown[]) =>
    list.map((entry) => `    ${JSON.stringify(entry)}`).join(',\n');
  const text = `{
  "site": ${JSON.stringify(SITE)},
  "camera": ${JSON.stringify(camera)},
  "photos": [\n${lines(photos)}\n  ],
  "groundHomographies": [\n${lines(pairs)}\n  ]
}
`;
  await writeFile(sitePath('truth.json'), text);
}
