import type { FileChanges } from './queries.ts';
import type { MapFacts } from './rasters/queries.ts';

export type Derived = FileChanges & { map?: MapFacts };
