import type { LensFacts } from '#domain/lens.ts';
import { asOwner } from '#server/platform/db/as-owner.ts';
import type { Tx } from '#server/platform/db/database.ts';

/** Includes the bin, so that restored photos also have a lens. */
export const listWithoutLens = (tx: Tx, limit: number) =>
  asOwner(
    tx,
    tx
      .selectFrom('files')
      .where('kind', '=', 'photo')
      .where('state', '=', 'ready')
      .where('lens', 'is', null)
      .where('projectId', 'is not', null)
      .select(['id', 'fileName', 'fileType', 'filePath'])
      .orderBy('createdAt', 'desc')
      .limit(limit),
  );

export const writeLens = (tx: Tx, id: string, facts: LensFacts) =>
  asOwner(tx, tx.updateTable('files').set(facts).where('id', '=', id).where('lens', 'is', null));
