import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from '@playwright/test';
import { takePhoto } from '#demo/flight/photo.ts';
import { SITE } from '#demo/flight/place.ts';
import { WAYPOINTS } from '#demo/flight/waypoints.ts';

/** A short flight: three oblique views. */
const ROUTE = WAYPOINTS.filter(({ pitch }) => pitch > -90).slice(0, 3);

/** A visit to the site: its day ('YYYY-MM-DD') and construction progress in weeks. */
export type Flight = { day: string; week: number };

/** Names of a flight's photos, one per waypoint, in order. */
export const photoNames = ({ week }: Flight): string[] =>
  ROUTE.map((_, index) => `DJI_${String(week * 10 + index).padStart(4, '0')}.JPG`);

/** A new folder with a flight's photos, as from a memory card. */
export async function makeFlightPhotos(flight: Flight): Promise<string> {
  const folder = await newFolder(`flight-${flight.day}`);
  for (const [index, name] of photoNames(flight).entries()) {
    const waypoint = ROUTE[index];
    if (!waypoint) continue;
    const local = `${flight.day}T10:1${index}:00`;
    await writeFile(
      join(folder, name),
      await takePhoto({ ...flight, waypoint, local, site: SITE }),
    );
  }
  return folder;
}

/** An empty folder in the running test's results. */
export async function newFolder(name: string): Promise<string> {
  const folder = test.info().outputPath(name);
  await mkdir(folder, { recursive: true });
  return folder;
}

export const sha256 = (bytes: Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** SHA-256 of each file in a folder, by name. */
export async function hashesIn(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).toSorted();
  const hashes = names.map(async (name) => [name, sha256(await readFile(join(folder, name)))]);
  return Object.fromEntries(await Promise.all(hashes)) as Record<string, string>;
}
