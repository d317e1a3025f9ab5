import { join } from 'node:path';
import { ArchiveError } from '#server/platform/row-file.ts';
import type { Context } from '#server/platform/context.ts';
import { copyIn } from '#server/platform/storage/copy-object.ts';
import { scratchFolder } from '#server/platform/storage/scratch-folder.ts';
import { originalKey } from '#server/platform/storage/storage.ts';
import type { ExportedFile } from './copy-originals.ts';
import { readManifestHash } from './manifest.ts';
import { findExistingIds } from './queries.ts';

type Needs = Pick<Context, 'config' | 'db' | 'storage'>;

const SYSTEM = { kind: 'system' } as const;
const BATCH = 1000;

export class ImportedOriginals {
  readonly #ctx: Needs;
  readonly #folder: string;
  readonly #scratchPath: () => Promise<string>;
  readonly #placed: string[] = [];
  readonly lost = new Set<string>();

  constructor(ctx: Needs, folder: string) {
    this.#ctx = ctx;
    this.#folder = folder;
    this.#scratchPath = scratchFolder(join(ctx.config.dataDir, 'tmp'));
  }

  /**
   * Returns false if the original was lost before the export. Throws ArchiveError if it was changed after the export,
   * or if storage has a different object at its key.
   */
  async place({ id, path, sha256 }: ExportedFile): Promise<boolean> {
    const scratch = await this.#scratchPath();
    const from = join(this.#folder, path);
    const result = await copyIn(this.#ctx.storage, from, originalKey(id), { sha256, scratch });
    if (result === 'copied') this.#placed.push(id);
    if (result === 'changed') throw new ArchiveError(`${path} was changed after the export.`);
    if (result === 'taken')
      throw new ArchiveError(
        `${path}: storage already has a different file at ${originalKey(id)}. It was not replaced.`,
      );
    if (result !== 'missing') return true;
    // If the manifest doesn't list it either, it was lost before the export.
    if (await readManifestHash(this.#folder, path)) throw new ArchiveError(`${path} is missing.`);
    this.lost.add(id);
    return false;
  }

  /** Removes copied originals without a row. Rows may exist if the connection failed just after the commit. */
  async rollBack(): Promise<void> {
    for (let at = 0; at < this.#placed.length; at += BATCH) {
      const ids = this.#placed.slice(at, at + BATCH);
      const present = await this.#ctx.db
        .as(SYSTEM, (tx) => findExistingIds(tx, 'public.files', ids))
        .catch(() => ids);
      for (const id of ids)
        if (!present.includes(id)) await this.#ctx.storage.remove(originalKey(id));
    }
  }
}
