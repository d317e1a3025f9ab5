import { sql } from 'kysely';
import { projectUnits } from '#domain/project-units.ts';
import { type Units, type UnitsChoice, unitsFor } from '#domain/units.ts';

/** What the viewer of a transaction chose to read all projects in; null of a visitor. */
export const READER_UNITS = sql<UnitsChoice | null>`(
  select reader.units from profiles as reader where reader.id = app.viewer_id())`;

type Read = Parameters<typeof projectUnits>[0] & { readerUnits: UnitsChoice | null };

/** What the reader of a project's row gets its figures in. */
export const unitsOfReader = (row: Read): Units => unitsFor(row.readerUnits, projectUnits(row));
