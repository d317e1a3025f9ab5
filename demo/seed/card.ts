import { readFile } from 'node:fs/promises';
import type { Position } from '../flight/geodesy.ts';
import { takePhoto } from '../flight/photo.ts';
import { rasterPath, sitePath } from '../flight/site-files.ts';
import { WAYPOINTS } from '../flight/waypoints.ts';
import { FILM_WEEK, SURVEYS } from '../flight/calendar.ts';

/** A file as it comes from a drone's card or from the office that made the maps. */
export type SampleFile = { fileName: string; read: () => Promise<Buffer> };

/** `day` is YYYY-MM-DD; only a surveyed site has maps and a film, for they show where it really is. */
type Visit = { week: number; day: string; site: Position; isSurveyed: boolean };

const MAPS = [
  ['ortho', 'Orthomosaic'],
  ['surface', 'Surface_model'],
  ['thermal', 'Thermal'],
  ['red-nir', 'Red_NIR'],
] as const;
const DRAFT_PHOTOS = 3;

/** What a visit brings home: a photo from each waypoint, then maps and the film where there are some. */
export function filesOf({ week, day, site, isSurveyed }: Visit): SampleFile[] {
  const photos = WAYPOINTS.map((waypoint, index) => ({
    fileName: `DJI_${String(week * 10 + index).padStart(4, '0')}.JPG`,
    read: () => takePhoto({ waypoint, week, local: `${day}T10:${String(10 + index)}:00`, site }),
  }));
  if (!isSurveyed) return photos;
  const maps = SURVEYS.includes(week) ? MAPS : [];
  const rasters = maps.map(([name, title]) => ({
    fileName: `Week_${week}_${title}.tif`,
    read: () => readFile(rasterPath(week, name)),
  }));
  const film = week === FILM_WEEK ? ['mp4', 'srt'] : [];
  const films = film.map((extension) => ({
    fileName: `DJI_${week * 10 + WAYPOINTS.length}.${extension.toUpperCase()}`,
    read: () => readFile(sitePath(`orbit.${extension}`)),
  }));
  return [...photos, ...rasters, ...films];
}

/** A card that was pulled out too early: some photos, one that is cut off, and the maps of that day. */
export function unfinished(files: readonly SampleFile[]): SampleFile[] {
  const isMap = ({ fileName }: SampleFile) => fileName.endsWith('.tif');
  const [cutOff] = files.slice(DRAFT_PHOTOS);
  const half = async (read: SampleFile['read']) => {
    const bytes = await read();
    return bytes.subarray(0, bytes.length / 2);
  };
  return [
    ...files.slice(0, DRAFT_PHOTOS),
    ...(cutOff ? [{ ...cutOff, read: () => half(cutOff.read) }] : []),
    ...files.filter(isMap),
  ];
}
