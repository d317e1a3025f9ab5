import { idInSearch, searchOf } from '#web/lib/search-params.ts';

/** The project that is chosen on the map. */
export const mapSearch = searchOf({ project: idInSearch });
