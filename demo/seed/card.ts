import { readFile } from 'node:fs/promises';
import type { Position } from '../flight/geodesy.ts';
import { takePhoto } from '../flight/photo.ts';
import { rasterPath, sitePath } from '../flight/site-files.ts';
import { WAYPOINTS } from '../flight/waypoints.ts';
import { FILM_WEEK, SURVEYS } from '../flight/calendar.ts';

/** A file from a drone's memory card, or a map made in the office. */
export type SampleFile = { fileName: string; read: () => Promise<Buffer> };

/** `day` is YYYY-MM-DD. Only one site has maps and a video, because these contain its real location. */
type Visit = { week: number; day: string; site: Position; isSurveyed: boolean };

const MAPS = [
  ['ortho', 'Orthomosaic'],
  ['surface', 'Surface_model'],
  ['thermal', 'Thermal'],
  ['red-nir', 'Red_NIR'],
] as const;
const DRAFT_PHOTOS = 3;

/** Returns a photo per waypoint, then the maps and video, if any. */
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

/** The files of an incomplete visit: some photos, one of which is cut off, and that day's maps. */
export function incompleteCard(files: readonly SampleFile[]): SampleFile[] {
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
