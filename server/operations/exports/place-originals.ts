import { join } from 'node:path';
import { ArchiveError } from '#server/platform/row-file.ts';
import type { Context } from '#server/platform/context.ts';
import { copyIn } from '#server/platform/storage/copy-object.ts';
import { scratchFolder } from '#server/platform/storage/scratch-folder.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import type { ExportedFile } from './copy-originals.ts';
import { readManifestHash } from './manifest.ts';
import { findPresent } from './queries.ts';

type Needs = Pick<Context, 'config' | 'db' | 'storage'>;

const SYSTEM = { kind: 'system' } as const;
/** Ids of one statement. */
const BATCH = 1000;

/** The originals that an import has put into storage, until its rows are written. */
export class PlacedOriginals {
  readonly #ctx: Needs;
  readonly #folder: string;
  readonly #scratchPath: () => Promise<string>;
  readonly #placed: string[] = [];
  /** Ids of files whose original the export does not have. */
  readonly lost = new Set<string>();

  constructor(ctx: Needs, folder: string) {
    this.#ctx = ctx;
    this.#folder = folder;
    this.#scratchPath = scratchFolder(join(ctx.config.dataDir, 'tmp'));
  }

  /**
   * Puts the original of a file into storage. False when it was lost before the export. Throws ArchiveError when it is not
   * what was exported, or when storage has another object in its place.
   */
  async place({ id, path, sha256 }: ExportedFile): Promise<boolean> {
    const scratch = await this.#scratchPath();
    const from = join(this.#folder, path);
    const result = await copyIn(this.#ctx.storage, from, originalKey(id), { sha256, scratch });
    if (result === 'copied') this.#placed.push(id);
    if (result === 'changed') throw new ArchiveError(`${path} is not what was exported.`);
    if (result === 'taken')
      throw new ArchiveError(
        `${path}: storage already has a different file at ${originalKey(id)}. It was left as it is.`,
      );
    if (result !== 'missing') return true;
    // An original that is not in the manifest either was lost before.
    if (await readManifestHash(this.#folder, path)) throw new ArchiveError(`${path} is missing.`);
    this.lost.add(id);
    return false;
  }

  /**
   * Removes what was put into storage, unless its rows were written after all: a connection may break when a transaction
   * has just been committed. Without an answer of the database everything stays.
   */
  async takeBack(): Promise<void> {
    for (let at = 0; at < this.#placed.length; at += BATCH) {
      const ids = this.#placed.slice(at, at + BATCH);
      const present = await this.#ctx.db
        .as(SYSTEM, (tx) => findPresent(tx, 'public.files', ids))
        .catch(() => ids);
      for (const id of ids)
        if (!present.includes(id)) await this.#ctx.storage.remove(originalKey(id));
    }
  }
}
