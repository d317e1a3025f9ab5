import { readFile } from 'node:fs/promises';
import type { Bounds } from '#domain/rasters.ts';
import { systemOfEpsg, systemOfProjection, type CoordinateSystem } from './coordinate-system.ts';
import { shiftedAt, type ShiftedSystem } from './datum-shift.ts';
import { affineOfWorldFile } from './affine-tags.ts';
import { boundsOf, groundPixelSize, zoomsOf, type Affine } from './georeference.ts';
import type { RasterHeader } from './header.ts';

const UNPLACED = {
  nowhere:
    'This file has no map position. Upload its world file (such as .tfw) and its .prj file with the same name.',
  noSystem:
    'This file has no coordinate system. Enter its EPSG code, or upload a .prj file with the same name.',
  unknownSystem: (epsg: number) =>
    `EPSG:${epsg} is not a known coordinate system. Enter another code.`,
  brokenProjection: 'The .prj file of this map cannot be read. Enter the EPSG code.',
  brokenWorldFile: 'The world file of this map cannot be read. It must be six lines of numbers.',
};

export type Placement = {
  bounds: Bounds;
  minZoom: number;
  maxZoom: number;
  groundSampleDistance: number;
  /** Square meters covered by valid pixels. */
  area: number;
};

/** Throws RASTER_OUT_OF_RANGE. */
export function placementOf(
  { proj4 }: ShiftedSystem,
  affine: Affine,
  { width, height, validShare }: { width: number; height: number; validShare: number },
): Placement {
  const reference = { proj4, epsg: null, affine, width, height, nodata: null };
  const bounds = boundsOf(reference);
  const ground = groundPixelSize(reference);
  return {
    bounds,
    ...zoomsOf(reference, bounds),
    groundSampleDistance: Math.sqrt(ground.across * ground.down),
    area: ground.area * width * height * validShare,
  };
}

/** `epsg` was entered by staff; the others are local paths of the raster's sidecar files. */
export type PlaceHints = {
  epsg: number | null;
  worldFile: string | null;
  projection: string | null;
};

type Source = 'file' | 'sidecar' | 'staff';
export type FoundPlace = {
  affine: Affine | null;
  system: ShiftedSystem | null;
  systemSource: Source | null;
  reason: string | null;
};

/** An EPSG code entered by staff takes precedence, then the file itself, then its sidecar files. */
export async function findPlace(header: RasterHeader, hints: PlaceHints): Promise<FoundPlace> {
  const fromWorldFile =
    hints.worldFile === null ? null : affineOfWorldFile(await textOf(hints.worldFile));
  const affine = header.affine ?? fromWorldFile;
  const { system: found, ...rest } = await findSystem(header, hints);
  const isBroken = !affine && hints.worldFile !== null;
  const nowhere = isBroken ? UNPLACED.brokenWorldFile : UNPLACED.nowhere;
  if (!affine)
    return { affine, system: found && { ...found, uncertainty: null }, ...rest, reason: nowhere };
  return { affine, system: found && shiftedAt(found, affine, header), ...rest };
}

async function findSystem(
  { system, unknownEpsg }: RasterHeader,
  { epsg, projection }: PlaceHints,
): Promise<Omit<FoundPlace, 'affine' | 'system'> & { system: CoordinateSystem | null }> {
  const fromStaff = epsg === null ? null : systemOfEpsg(epsg);
  if (fromStaff) return { system: fromStaff, systemSource: 'staff', reason: null };
  if (system) return { system, systemSource: 'file', reason: null };
  const fromProjection = projection === null ? null : systemOfProjection(await textOf(projection));
  if (fromProjection) return { system: fromProjection, systemSource: 'sidecar', reason: null };
  const reason =
    projection !== null
      ? UNPLACED.brokenProjection
      : unknownEpsg === null
        ? UNPLACED.noSystem
        : UNPLACED.unknownSystem(unknownEpsg);
  return { system: null, systemSource: null, reason };
}

const MAX_SIDECAR_BYTES = 16_384;
async function textOf(path: string): Promise<string> {
  const bytes = await readFile(path);
  return bytes
    .subarray(0, MAX_SIDECAR_BYTES)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
}
