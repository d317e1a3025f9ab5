import { Id } from '#domain/fields.ts';
import { searchOf } from '#web/lib/search-params.ts';

/** What the address of the downloads says: the project that is chosen, and the only week of it at first. */
export const DownloadsSearch = searchOf({ project: Id, week: Id });
