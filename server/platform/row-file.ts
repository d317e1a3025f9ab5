import { createReadStream } from 'node:fs';
import { open, rename, type FileHandle } from 'node:fs/promises';
import { basename } from 'node:path';
import { createInterface } from 'node:readline';
import { parseStorable } from '#domain/storable-text.ts';

export class ArchiveError extends Error {
  override name = 'ArchiveError';
}

export type JsonRow = Record<string, unknown>;

const BATCH_CHARACTERS = 1 << 20;
const LIST_START = /^"([\w.]+)": \[$/;

export type RowList = { name: string; rows: AsyncIterable<string> };

/** Each row is on its own line, so that the file can be read line by line. */
export const writeRowFile = (
  path: string,
  header: object,
  lists: Iterable<RowList>,
): Promise<void> =>
  writeAtomically(path, async (write) => {
    await write(`{\n${JSON.stringify(header).slice(1, -1)}`);
    for (const { name, rows } of lists) {
      await write(`,\n"${name}": [`);
      let separator = '\n';
      for await (const row of rows) {
        await write(separator + escapeLineSeparators(row));
        separator = ',\n';
      }
      await write('\n]');
    }
    await write('\n}\n');
  });

/** Some line readers split at these characters, which JSON allows in strings. */
const escapeLineSeparators = (json: string) =>
  json.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`);

type Write = (text: string) => Promise<void>;

/** The file appears only once it's complete and synced. */
export async function writeAtomically(path: string, work: (write: Write) => Promise<void>) {
  const unfinished = `${path}.part`;
  const file = await open(unfinished, 'w', 0o600);
  try {
    const writer = createBatchWriter(file);
    await work(writer.write);
    await writer.flush();
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}

function createBatchWriter(file: FileHandle) {
  let waiting: string[] = [];
  let length = 0;
  const flush = async () => {
    const text = waiting.join('');
    [waiting, length] = [[], 0];
    if (text !== '') await file.appendFile(text);
  };
  const write: Write = async (text) => {
    waiting.push(text);
    length += text.length;
    if (length >= BATCH_CHARACTERS) await flush();
  };
  return { write, flush };
}

export async function readRowHeader(path: string): Promise<unknown> {
  for await (const line of linesOf(path)) {
    if (line === '{') continue;
    try {
      return parseStorable(`{${line.replace(/,$/, '')}}`);
    } catch {
      return null;
    }
  }
  return null;
}

/** `place` is for error messages, such as 'data.json, files, row 3'. */
export type LocatedRow = { name: string; row: JsonRow; place: string };

/** Throws ArchiveError if the file has another format, is truncated, or repeats a list. */
export async function* readRowFile(
  path: string,
  onList: (name: string) => void = () => {},
): AsyncGenerator<LocatedRow> {
  const file = basename(path);
  const names = new Set<string>();
  let list: { name: string; count: number } | null = null;
  let number = 0;
  let hasEnded = false;
  for await (const line of linesOf(path)) {
    number += 1;
    if (number <= 2) continue;
    if (list === null) {
      const name = LIST_START.exec(line)?.[1];
      if (hasEnded || (name === undefined && line !== '}')) {
        throw new ArchiveError(`${file}, line ${number}: this line should start a list.`);
      }
      if (name === undefined) hasEnded = true;
      else {
        if (names.has(name)) throw new ArchiveError(`${file} has the list ${name} twice.`);
        names.add(name);
        onList(name);
        list = { name, count: 0 };
      }
    } else if (line === ']' || line === '],') {
      list = null;
    } else {
      list.count += 1;
      const { name, count } = list;
      const place = `${file}, ${name}, row ${count}`;
      yield { name, place, row: parseRow(line, place) };
    }
  }
  if (!hasEnded) throw new ArchiveError(`${file} is incomplete: its last line is missing.`);
}

function parseRow(line: string, place: string): JsonRow {
  const row = parseOrNull(line.replace(/,$/, ''));
  if (typeof row !== 'object' || row === null || Array.isArray(row)) {
    throw new ArchiveError(`${place} isn't valid JSON for a row.`);
  }
  return row as JsonRow;
}

function parseOrNull(json: string): unknown {
  try {
    return parseStorable(json);
  } catch {
    return null;
  }
}

export async function* linesOf(path: string): AsyncGenerator<string> {
  const input = createReadStream(path, 'utf8');
  const lines = createInterface({ input, crlfDelay: Infinity });
  try {
    yield* lines;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT') throw new ArchiveError(`${path} is missing.`, { cause: error });
    if (code === 'EISDIR') throw new ArchiveError(`${path} is not a file.`, { cause: error });
    throw error;
  } finally {
    lines.close();
    input.destroy();
  }
}
