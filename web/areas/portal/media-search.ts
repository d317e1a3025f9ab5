import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import { searchOf } from '#web/lib/search-params.ts';

/** What the address of a project says of its media: the tab, unless it is that of the photos, the week, and what the viewer shows. */
export const MediaSearch = searchOf({
  tab: z.enum(['videos', 'maps']),
  week: Id,
  view: z.string(),
});
