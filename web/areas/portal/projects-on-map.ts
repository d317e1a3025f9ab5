import { api } from '#web/lib/api.ts';

/** As many as the API gives at once. */
export const MOST_ON_MAP = 500;

/** The query of the projects that the map shows. */
export const projectsOnMap = () =>
  api.projects.list.queryOptions({ input: { limit: MOST_ON_MAP } });
