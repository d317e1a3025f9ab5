import { join } from 'node:path';
import { openToken } from '#server/sharing/share-links/service.ts';
import type { Context } from '#server/platform/context.ts';
import { withSnapshot, type Snapshot } from '#server/platform/db/snapshot.ts';
import { schemaVersion } from '#server/platform/db/tables.ts';
import { writeRowFile, writeAtomically } from '#server/platform/row-file.ts';
import { DATA_FILE, FORMAT, SCHEMA_FILE, VERSION, type ExportHeader } from './format.ts';
import { withPaths } from './paths.ts';
import { COLLECTIONS, filesOf, rowsOf, type Collection, type ExportScope } from './queries.ts';
import { describeColumns } from './schema.ts';

type Needs = Pick<Context, 'config' | 'db' | 'clock'>;

/** data.json exists only when it's complete. Keeps the file names of one folder in memory. */
export async function writeData(ctx: Needs, folder: string, extent: ExportScope): Promise<void> {
  await withSnapshot(ctx.db, async (snapshot) => {
    await writeAtomically(join(folder, SCHEMA_FILE), async (write) =>
      write(`${JSON.stringify(await describeColumns(snapshot), null, 2)}\n`),
    );
    const header: ExportHeader = {
      format: FORMAT,
      version: VERSION,
      exportedAt: ctx.clock().toISOString(),
      schema: await schemaVersion(snapshot),
      companyId: extent.companyId,
    };
    const lists = COLLECTIONS.map((collection) => ({
      name: collection.name,
      rows: textsOf(ctx, snapshot, extent, collection),
    }));
    await writeRowFile(join(folder, DATA_FILE), header, lists);
  });
}

async function* textsOf(ctx: Needs, snapshot: Snapshot, extent: ExportScope, of: Collection) {
  if (of.name === 'files') {
    for await (const { row, path } of withPaths(filesOf(snapshot, extent))) {
      yield JSON.stringify({ ...row, path });
    }
    return;
  }
  for await (const text of rowsOf(snapshot, extent, of)) {
    yield of.name === 'share_links' ? withToken(ctx, text) : text;
  }
}

/** The token is null if it was encrypted with a different SECRET_KEY. */
function withToken(ctx: Needs, text: string): string {
  const { token_hash, token_encrypted, ...row } = JSON.parse(text) as Record<string, string>;
  const sealed = { tokenHash: token_hash ?? '', tokenEncrypted: token_encrypted ?? '' };
  return JSON.stringify({ ...row, token_hash, token: openToken(ctx, sealed) });
}
