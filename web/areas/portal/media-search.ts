import { pairInSearch } from '#web/viewpoints/chosen-pair.ts';
import { firstLookInSearch } from '#web/viewpoints/first-look/use-first-look.ts';
import { lookInSearch } from '#web/viewpoints/use-look.ts';
import { idInSearch, oneOf, searchOf } from '#web/lib/search-params.ts';

const asText = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** What the viewer shows, and the map. */
const shown = { view: asText, map: asText };

/** What the address of a week says: whether it is seen as an investor would, and what is shown of it. */
export const weekSearch = searchOf({
  preview: (value) => (value === true ? true : undefined),
  ...firstLookInSearch,
  ...shown,
});

/** What the address of a project says of its media: the tab, unless it is that of the photos, the week, and what is shown of it. */
export const mediaSearch = searchOf({
  tab: oneOf('videos', 'maps', 'viewpoints', 'documents'),
  week: idInSearch,
  ...firstLookInSearch,
  ...shown,
});

/** What the address of a viewpoint says: how it is played, the two photos that are chosen, and what is shown of it. */
export const viewpointSearch = searchOf({ ...lookInSearch, pair: pairInSearch, ...shown });
