import { SupportPage } from '#domain/support.ts';
import { searchOf } from '#web/lib/search-params.ts';

/** The page that somebody comes from who asks for help. */
export const SupportSearch = searchOf({ from: SupportPage });
