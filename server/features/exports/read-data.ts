import { join } from 'node:path';
import { readRowFile, readRowHeader, type JsonRow } from '#server/platform/row-file.ts';
import { DATA_FILE, FORMAT, VERSION, type ExportHeader } from './format.ts';

/** What stands before the rows of an export. Rejects, in words, for what is none, or one of a newer version. */
export async function readHeader(folder: string): Promise<ExportHeader> {
  const header = (await readRowHeader(join(folder, DATA_FILE))) as Partial<ExportHeader> | null;
  if (header?.format !== FORMAT) {
    throw new Error(`${join(folder, DATA_FILE)} is no export of Overfly.`);
  }
  if ((header.version ?? 0) > VERSION) {
    throw new Error(
      `${folder} was exported by a newer version of Overfly. Install that version first.`,
    );
  }
  return header as ExportHeader;
}

/** All rows of an export, in the order in which they refer to one another. */
export const readRows = (folder: string) => readRowFile(join(folder, DATA_FILE));

/** The rows of one collection. */
export async function* readCollection(folder: string, wanted: string): AsyncGenerator<JsonRow> {
  for await (const { name, row } of readRows(folder)) if (name === wanted) yield row;
}
