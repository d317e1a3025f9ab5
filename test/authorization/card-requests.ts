import { NO_POSITION } from '#domain/raster-place.ts';
import { input, type Prepare } from './attempt.ts';

export const CARD_REQUESTS: Record<string, Prepare> = {
  'card.compare': ({ project, file }) => input({ projectId: project.id, sizes: [file.fileSize] }),
  'card.locate': () => input({ rasters: [{ ...NO_POSITION, width: 1, height: 1 }] }),
};
