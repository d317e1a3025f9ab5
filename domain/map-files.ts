import type { SubmissionFile } from './files.ts';

const MAP_NAME = /orthoscopic|orthomosaic|map/i;

/** Whether a file is shown among the maps: a raster, or a file whose name says so. */
export const isMapFile = ({ kind, fileName }: Pick<SubmissionFile, 'kind' | 'fileName'>): boolean =>
  kind === 'raster' || (kind !== 'video' && MAP_NAME.test(fileName));
