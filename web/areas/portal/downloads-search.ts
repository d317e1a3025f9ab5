import { idInSearch, searchOf } from '#web/lib/search-params.ts';

/** What the address of the downloads says: the project that is chosen, and the only week of it at first. */
export const downloadsSearch = searchOf({ project: idInSearch, week: idInSearch });
