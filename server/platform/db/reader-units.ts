import { sql } from 'kysely';
import { projectUnits } from '#domain/project-units.ts';
import { type Units, type UnitsChoice, unitsFor } from '#domain/units.ts';

/** The units that the transaction's viewer chose; null for visitors. */
export const READER_UNITS = sql<UnitsChoice | null>`(
  select reader.units from profiles as reader where reader.id = app.viewer_id())`;

type Read = Parameters<typeof projectUnits>[0] & { readerUnits: UnitsChoice | null };

/** The reader's units for a project's row. */
export const unitsOfReader = (row: Read): Units => unitsFor(row.readerUnits, projectUnits(row));
