import { open, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflate } from 'node:zlib';
import { bigTiffHead, directoryOf, type LevelTiles } from './big-tiff.ts';

const pack = promisify(deflate);

const VALUE_TILE = 256;
const TILES_AT_ONCE = 32;

type LevelState = LevelTiles & { rows: Float32Array; filled: number; next: LevelState | null };

/**
 * BigTIFF pyramid of float tiles (deflate, predictor 3); each level is half the size of the previous one, rounded down.
 * NaN means missing.
 */
export class ValuesFile {
  readonly #file: FileHandle;
  readonly #levels: LevelState[];
  #end: number;

  private constructor(file: FileHandle, levels: LevelState[], end: number) {
    this.#file = file;
    this.#levels = levels;
    this.#end = end;
  }

  static async create(path: string, width: number, height: number): Promise<ValuesFile> {
    const file = await open(path, 'w');
    const levels: LevelState[] = [];
    for (let size = [width, height] as const; ;) {
      const [across, down] = size;
      const rows = new Float32Array(across * VALUE_TILE);
      const level = {
        width: across,
        height: down,
        offsets: [],
        lengths: [],
        rows,
        filled: 0,
        next: null,
      };
      const above = levels.at(-1);
      if (above) above.next = level;
      levels.push(level);
      if (Math.max(across, down) <= VALUE_TILE) break;
      size = [half(across), half(down)];
    }
    const head = bigTiffHead(0);
    await file.write(head, 0, head.length, 0);
    return new ValuesFile(file, levels, head.length);
  }

  get levels(): [width: number, height: number][] {
    return this.#levels.map(({ width, height }) => [width, height]);
  }

  /** Appends whole rows, from top to bottom. */
  async append(rows: Float32Array): Promise<void> {
    const first = this.#levels[0];
    if (first) await this.#addRows(first, rows);
  }

  async finish(): Promise<void> {
    for (const level of this.#levels) if (level.filled > 0) await this.#flush(level);
    const start = this.#end + (this.#end % 8 === 0 ? 0 : 8 - (this.#end % 8));
    let at = start;
    const parts = this.#levels.map((level, index) => {
      const part = directoryOf(level, {
        at,
        isReduced: index > 0,
        tile: VALUE_TILE,
        isLast: !level.next,
      });
      at += part.length;
      return part;
    });
    const directories = Buffer.concat(parts);
    await this.#file.write(directories, 0, directories.length, start);
    const head = bigTiffHead(start);
    await this.#file.write(head, 0, head.length, 0);
  }

  close = (): Promise<void> => this.#file.close();

  async #addRows(level: LevelState, rows: Float32Array) {
    const { width } = level;
    for (let from = 0; from < rows.length;) {
      const room = (VALUE_TILE - level.filled) * width;
      const part = rows.subarray(from, from + room);
      level.rows.set(part, level.filled * width);
      level.filled += part.length / width;
      from += part.length;
      if (level.filled === VALUE_TILE) await this.#flush(level);
    }
  }

  async #flush(level: LevelState) {
    const { rows, filled, width, next } = level;
    const columns = Math.ceil(width / VALUE_TILE);
    for (let column = 0; column < columns; column += TILES_AT_ONCE) {
      const count = Math.min(TILES_AT_ONCE, columns - column);
      const tiles = Array.from({ length: count }, (_, index) =>
        pack(tileBytes(rows, width, filled, column + index), { level: 3 }),
      );
      for (const tile of await Promise.all(tiles)) {
        level.offsets.push(this.#end);
        level.lengths.push(tile.length);
        await this.#file.write(tile, 0, tile.length, this.#end);
        this.#end += tile.length;
      }
    }
    level.filled = 0;
    if (next) await this.#addRows(next, halved(rows, width, filled, next));
  }
}

const half = (side: number) => Math.max(1, side >> 1);

/** Predictor 3 (Adobe, TIFF Technical Note 3): in each row, the first bytes of all values, then the second ones… */
function tileBytes(rows: Float32Array, width: number, filled: number, column: number): Buffer {
  const out = Buffer.allocUnsafe(VALUE_TILE * VALUE_TILE * 4);
  const bytes = new Uint8Array(rows.buffer, rows.byteOffset, rows.byteLength);
  const left = column * VALUE_TILE;
  const stride = VALUE_TILE * 4;
  for (let y = 0; y < VALUE_TILE; y++) {
    const row = Math.min(y, filled - 1) * width;
    const at = y * stride;
    for (let x = 0; x < VALUE_TILE; x++) {
      const from = (row + Math.min(left + x, width - 1)) * 4;
      out[at + x] = bytes[from + 3] ?? 0;
      out[at + VALUE_TILE + x] = bytes[from + 2] ?? 0;
      out[at + 2 * VALUE_TILE + x] = bytes[from + 1] ?? 0;
      out[at + 3 * VALUE_TILE + x] = bytes[from] ?? 0;
    }
    for (let index = at + stride - 1; index > at; index--)
      out[index] = (out[index] ?? 0) - (out[index - 1] ?? 0);
  }
  return out;
}

function halved(
  rows: Float32Array,
  width: number,
  filled: number,
  next: { width: number; height: number },
): Float32Array {
  // A last odd row is dropped, unless it is the only one.
  const down = next.height === 1 ? 1 : filled >> 1;
  const out = new Float32Array(next.width * down);
  for (let y = 0; y < down; y++) {
    const upper = 2 * y * width;
    const lower = Math.min(2 * y + 1, filled - 1) * width;
    for (let x = 0; x < next.width; x++) {
      const left = 2 * x;
      const right = Math.min(left + 1, width - 1);
      let [sum, count] = [0, 0];
      const a = rows[upper + left] ?? NaN;
      const b = rows[upper + right] ?? NaN;
      const c = rows[lower + left] ?? NaN;
      const d = rows[lower + right] ?? NaN;
      if (a === a) [sum, count] = [sum + a, count + 1];
      if (b === b) [sum, count] = [sum + b, count + 1];
      if (c === c) [sum, count] = [sum + c, count + 1];
      if (d === d) [sum, count] = [sum + d, count + 1];
      out[y * next.width + x] = sum / count;
    }
  }
  return out;
}
