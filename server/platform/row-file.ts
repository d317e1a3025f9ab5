import { createReadStream } from 'node:fs';
import { open, rename, type FileHandle } from 'node:fs/promises';
import { createInterface } from 'node:readline';

/** A row by the names of its columns, its values as PostgreSQL writes them in JSON. */
export type JsonRow = Record<string, unknown>;

/** Bytes that are gathered before they are written. */
const BATCH = 1 << 20;
const OPENING = /^"([\w.]+)": \[$/;

/** Rows under a name, each as the text of its JSON. */
export type RowList = { name: string; rows: AsyncIterable<string> };

/**
 * Writes one JSON: the members of `header`, then a list of rows for each name, each row in a line of its own, so that it
 * can be read line by line. It is there only once it is whole, and for the eyes of its owner only.
 */
export const writeRowFile = (
  path: string,
  header: object,
  lists: Iterable<RowList>,
): Promise<void> =>
  writeWhole(path, async (write) => {
    await write(`{\n${JSON.stringify(header).slice(1, -1)}`);
    for (const { name, rows } of lists) {
      await write(`,\n"${name}": [`);
      let separator = '\n';
      for await (const row of rows) {
        await write(separator + onOneLine(row));
        separator = ',\n';
      }
      await write('\n]');
    }
    await write('\n}\n');
  });

/** Who reads lines may take these two for the end of one (JSON allows them in a text). */
const onOneLine = (json: string) =>
  json.replaceAll('\u2028', String.raw`\u2028`).replaceAll('\u2029', String.raw`\u2029`);

type Write = (text: string) => Promise<void>;

/** Writes a file that is there only once it is whole and on the disk. */
export async function writeWhole(path: string, work: (write: Write) => Promise<void>) {
  const unfinished = `${path}.part`;
  const file = await open(unfinished, 'w', 0o600);
  try {
    const writer = batched(file);
    await work(writer.write);
    await writer.flush();
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
}

function batched(file: FileHandle) {
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
    if (length >= BATCH) await flush();
  };
  return { write, flush };
}

/** What stands before the rows; null when the file does not begin as these do. */
export async function readRowHeader(path: string): Promise<unknown> {
  for await (const line of linesOf(path)) {
    if (line === '{') continue;
    try {
      return JSON.parse(`{${line.replace(/,$/, '')}}`);
    } catch {
      return null;
    }
  }
  return null;
}

/** All rows in their order, each with the name of the list that it is in. */
export async function* readRowFile(path: string): AsyncGenerator<{ name: string; row: JsonRow }> {
  let name: string | null = null;
  for await (const line of linesOf(path)) {
    if (name === null) {
      name = OPENING.exec(line)?.[1] ?? null;
    } else if (line === ']' || line === '],') {
      name = null;
    } else {
      yield { name, row: JSON.parse(line.replace(/,$/, '')) as JsonRow };
    }
  }
}

/** The lines of a file without their ends. Rejects when it cannot be read. */
export async function* linesOf(path: string): AsyncGenerator<string> {
  const input = createReadStream(path, 'utf8');
  const lines = createInterface({ input, crlfDelay: Infinity });
  try {
    yield* lines;
  } finally {
    lines.close();
    input.destroy();
  }
}
