import { SUPPORT_PAGE } from '#domain/support.ts';
import { matching, searchOf } from '#web/lib/search-params.ts';

/** The page that somebody comes from who asks for help. */
export const supportSearch = searchOf({ from: matching(SUPPORT_PAGE) });
