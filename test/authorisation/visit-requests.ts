import { input, type Prepare } from './attempt.ts';

const NOWHERE = {
  width: 1,
  height: 1,
  scale: null,
  tiepoint: null,
  transformation: null,
  keys: {},
  worldFile: null,
  projection: null,
};

/** What the card page asks for a visit. */
export const VISIT_REQUESTS: Record<string, Prepare> = {
  'visits.compare': ({ project, file }) => input({ projectId: project.id, sizes: [file.fileSize] }),
  'visits.locate': () => input({ rasters: [NOWHERE] }),
};
