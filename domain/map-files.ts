import type { SubmissionFile } from './files.ts';

const MAP_NAME = /orthoscopic|orthomosaic|map/i;

export const isMapFile = ({ kind, fileName }: Pick<SubmissionFile, 'kind' | 'fileName'>): boolean =>
  kind === 'raster' || (kind !== 'video' && MAP_NAME.test(fileName));
