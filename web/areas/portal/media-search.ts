import { idInSearch, oneOf, searchOf } from '#web/lib/search-params.ts';

/** What the address of a project says of its media: the tab, unless it is that of the photos, the week, and what the viewer shows. */
export const mediaSearch = searchOf({
  tab: oneOf('videos', 'maps'),
  week: idInSearch,
  view: (value) => (typeof value === 'string' ? value : undefined),
});
