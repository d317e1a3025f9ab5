import { pairInSearch } from '#web/viewpoints/chosen-pair.ts';
import { firstLookInSearch } from '#web/viewpoints/first-look/use-first-look.ts';
import { lookInSearch } from '#web/viewpoints/use-look.ts';
import { idInSearch, oneOf, searchOf } from '#web/lib/search-params.ts';

const asText = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** URL parameters for the open viewer, its pin, and the map. */
const shown = { view: asText, pin: idInSearch, map: asText };

export const submissionSearch = searchOf({
  preview: (value) => (value === true ? true : undefined),
  ...firstLookInSearch,
  ...shown,
});

export const mediaSearch = searchOf({
  tab: oneOf('videos', 'maps', 'viewpoints', 'documents'),
  week: idInSearch,
  ...firstLookInSearch,
  ...shown,
});

export const viewpointSearch = searchOf({ ...lookInSearch, pair: pairInSearch, ...shown });
