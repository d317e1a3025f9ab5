import { NO_POSITION } from '#domain/raster-place.ts';
import { input, type Prepare } from './attempt.ts';

export const VISIT_REQUESTS: Record<string, Prepare> = {
  'visits.compare': ({ project, file }) => input({ projectId: project.id, sizes: [file.fileSize] }),
  'visits.locate': () => input({ rasters: [{ ...NO_POSITION, width: 1, height: 1 }] }),
};
