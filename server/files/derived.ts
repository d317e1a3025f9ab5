import type { FileChanges } from './queries.ts';
import type { MapFacts } from './rasters/queries.ts';

/** What is learnt of a file; of a raster what its map is made of, too. */
export type Derived = FileChanges & { map?: MapFacts };
