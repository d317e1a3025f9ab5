import { join } from 'node:path';
import { AppError } from '#domain/errors.ts';
import { typesFor, type RasterType } from '#domain/rasters.ts';
import { readRasterHeader, type RasterHeader } from '../raster/header.ts';
import { findPlace, type FoundPlace, type PlaceHints } from '../raster/place.ts';
import type { Level } from '../raster/pyramid.ts';
import { readingOf, recognize, typeOfValues } from '../raster/recognize.ts';
import type { Statistics } from '../raster/statistics.ts';
import { writeColorPyramids, writePreview } from '../raster/write-colors.ts';
import { writeValues, type Source } from '../raster/write-values.ts';
import { writeFile } from 'node:fs/promises';
import { readImageHeader } from './image-header.ts';
import { pictureOfMeasurements } from './measured-picture.ts';
import { pictureError, readTolerantly } from './picture-error.ts';
import { checkDecodedBytes } from './picture-size.ts';

export type MapRequest = PlaceHints & {
  path: string;
  folder: string;
  fileName: string;
  rasterType: RasterType | null;
};

export type MadeMap = FoundPlace & {
  width: number;
  height: number;
  bands: number;
  verticalUnit: number | null;
  rasterType: RasterType;
  levels: readonly Level[];
  hasMask: boolean;
  statistics: Statistics | null;
  validShare: number;
  parts: { part: 'color' | 'mask' | 'values'; path: string }[];
  preview: string;
};

/** 50,000 x 50,000; more would take the slowest machine hours. */
const MAX_PIXELS = 2.5e9;
const MAX_SIDE = 100_000;
const [PREVIEW_WIDTH, PREVIEW_PIXELS] = [2048, 24e6];

/** Throws the same errors as derivePhoto. */
export async function makeMap(
  order: MapRequest,
  mostBytes: number,
  onPercent: (percent: number) => void,
): Promise<MadeMap> {
  const { path, folder } = order;
  const header = await readRasterHeader(path).catch((error: unknown) => {
    throw pictureError(error);
  });
  checkSides(header);
  checkDecodedBytes((await readImageHeader(path).catch(() => null))?.decodedBytes ?? 0, mostBytes);
  const source = { path, folder, header, tolerantly: readTolerantly, onPercent };
  const type = order.rasterType ?? recognize(header, order.fileName);
  const rasterType = typesFor(header.bands).includes(type) ? type : 'orthophoto';
  const { width, height, bands, verticalUnit } = header;
  const found = await findPlace(header, order);
  const write = (as: RasterType) =>
    writePyramids(source, as).catch((error: unknown) => {
      throw error instanceof AppError ? error : pictureError(error);
    });
  const pixels = await write(rasterType);
  const { statistics } = pixels;
  const recognized =
    statistics && order.rasterType === null
      ? typeOfValues(header, order.fileName, statistics)
      : rasterType;
  const isPicture = recognized === 'orthophoto' && statistics !== null;
  const shown = isPicture ? await write(recognized) : pixels;
  return { ...found, width, height, bands, verticalUnit, rasterType: recognized, ...shown };
}

function checkSides({ width, height }: RasterHeader) {
  if (width * height <= MAX_PIXELS && Math.max(width, height) <= MAX_SIDE) return;
  const megapixels = (pixels: number) => Math.ceil(pixels / 1e6).toLocaleString('en-US');
  throw new AppError(
    'PICTURE_TOO_LARGE',
    `This raster has ${megapixels(width * height)} megapixels (${width} x ${height}). ` +
      `The limit for a map is ${megapixels(MAX_PIXELS)} megapixels and ${MAX_SIDE.toLocaleString('en-US')} pixels per side.`,
  );
}

const writePyramids = (source: Source, type: RasterType) => {
  const reading = readingOf(type, source.header);
  return reading.as === 'colors' ? writeColorMap(source) : writeValueMap(source, { reading, type });
};

async function writeColorMap(source: Source) {
  const [color, mask] = [join(source.folder, 'color.tif'), join(source.folder, 'mask.tif')];
  const { levels, hasMask, validShare } = await writeColorPyramids(source, { color, mask });
  const preview = join(source.folder, 'preview.tif');
  await writePreview({ color, mask: hasMask ? mask : null }, previewLevel(levels), preview);
  const parts: MadeMap['parts'] = [{ part: 'color', path: color }];
  if (hasMask) parts.push({ part: 'mask', path: mask });
  return { levels, hasMask, validShare, statistics: null, parts, preview };
}

async function writeValueMap(source: Source, how: Parameters<typeof writeValues>[1]) {
  const values = join(source.folder, 'values.tif');
  const { levels, statistics } = await writeValues(source, how, values);
  const preview = join(source.folder, 'preview.png');
  await writeFile(preview, await pictureOfMeasurements(values, previewLevel(levels).page));
  const validShare = (statistics?.count ?? 0) / (source.header.width * source.header.height);
  const parts: MadeMap['parts'] = [{ part: 'values', path: values }];
  return { levels, hasMask: false, validShare, statistics, parts, preview };
}

function previewLevel(levels: readonly Level[]): { page: number; level: Level } {
  const wide = levels.findLastIndex(([width]) => width >= PREVIEW_WIDTH);
  const small = levels.findIndex(([width, height]) => width * height <= PREVIEW_PIXELS);
  const page = Math.max(0, wide, small);
  return { page, level: levels[page] ?? [1, 1] };
}
