import { join } from 'node:path';
import {
  ArchiveError,
  readRowFile,
  readRowHeader,
  type JsonRow,
} from '#server/platform/row-file.ts';
import { DATA_FILE, ExportHeader, VERSION } from './format.ts';

/** Throws ArchiveError if the folder isn't an export or is from a newer version. */
export async function readHeader(folder: string): Promise<ExportHeader> {
  const path = join(folder, DATA_FILE);
  const { success, data } = ExportHeader.safeParse(await readRowHeader(path));
  if (!success) throw new ArchiveError(`${path} isn't the data file of an Overfly export.`);
  if (data.version <= VERSION) return data;
  throw new ArchiveError(
    `${folder} was exported by a newer version of Overfly. Install that version first.`,
  );
}

export async function* readCollection(folder: string, wanted: string): AsyncGenerator<JsonRow> {
  for await (const { name, row } of readRowFile(join(folder, DATA_FILE))) {
    if (name === wanted) yield row;
  }
}
