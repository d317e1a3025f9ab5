import { parseDriveLink } from '#domain/drive-address.ts';
import {
  DRIVE_FILES_MAX,
  driveFileKind,
  isChangedSince,
  type DriveCheck,
  type DriveFolder,
} from '#domain/drive.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import type { DriveEntry } from '#server/platform/drive/entries.ts';
import type { DriveRef } from '#server/platform/drive/requests.ts';
import { copiesOf, findSubmission } from '../queries.ts';
import { listKnownIds, listSources } from './queries.ts';
import { startImport } from './service.ts';

type Source = DriveFolder & { resourceKey: string | null; subfolders: boolean };

/**
 * Imports new files from the folders of earlier imports. If there were none, imports from the submission's own Drive
 * folder. Returns changed files. Throws SUBMISSION_NOT_FOUND, or DRIVE_LINK_REQUIRED if there is no folder.
 */
export async function importNew(
  ctx: Context,
  viewer: Viewer,
  { submissionId }: { submissionId: string },
): Promise<DriveCheck> {
  const { sources, known } = await ctx.db.as(viewer, async (tx) => ({
    sources: await sourcesOf(tx, submissionId),
    known: new Set(await listKnownIds(tx, submissionId)),
  }));
  const found: { source: Source; entry: DriveEntry }[] = [];
  const seen = new Map<string, DriveEntry>();
  for (const source of sources) {
    for await (const entry of filesIn(ctx, source)) {
      if (seen.has(entry.id)) continue;
      seen.set(entry.id, entry);
      if (!known.has(entry.id) && found.length < DRIVE_FILES_MAX) found.push({ source, entry });
    }
  }
  const copies = await ctx.db.as(viewer, (tx) => copiesOf(tx, submissionId, [...seen.keys()]));
  const changed = [...seen.values()].filter(({ id, sha256Checksum: sha256, sizeBytes: size }) =>
    isChangedSince({ sha256, size }, copies.get(id) ?? []),
  );
  const made = await importFound(ctx, viewer, submissionId, found);
  return { import: made, changed: changed.slice(0, DRIVE_FILES_MAX).map(importInput) };
}

const importInput = ({ id, name, resourceKey }: DriveEntry) => ({
  driveFileId: id,
  name,
  resourceKey,
});

function importFound(
  ctx: Context,
  viewer: Viewer,
  submissionId: string,
  found: readonly { source: Source; entry: DriveEntry }[],
) {
  const [first] = found;
  if (!first) return null;
  const { subfolders, ...source } = first.source;
  const files = found.map(({ entry }) => importInput(entry));
  return startImport(ctx, viewer, { submissionId, source, subfolders, files });
}

async function sourcesOf(tx: Tx, submissionId: string): Promise<Source[]> {
  const submission = await findSubmission(tx, submissionId);
  if (!submission) throw new AppError('SUBMISSION_NOT_FOUND');
  const sources = (await listSources(tx, submissionId)).flatMap((row): Source[] => {
    const { folderId: id, folderName: name, folderUrl: url, withSubfolders: subfolders } = row;
    if (id === null || name === null || url === null || !url.includes('/folders/')) return [];
    return [{ id, name, url, subfolders, resourceKey: resourceKeyIn(url) }];
  });
  if (sources.length > 0) return sources;
  const { googleDriveFolderUrl: url, title: name } = submission;
  const target = url === null ? null : parseDriveLink(url);
  if (target?.kind !== 'folder' || url === null) throw new AppError('DRIVE_LINK_REQUIRED');
  return [{ ...target, url, name, subfolders: false }];
}

const resourceKeyIn = (url: string) => new URL(url).searchParams.get('resourcekey');

async function* filesIn({ drive }: Context, { id, resourceKey, subfolders }: Source) {
  const folders: DriveRef[] = [{ id, resourceKey }];
  const seen = new Set([id]);
  for (const folder of folders) {
    for await (const page of drive.pagesOf(folder)) {
      for (const entry of page) {
        if (driveFileKind(entry)) yield entry;
        if (!entry.isFolder || !subfolders || seen.has(entry.id)) continue;
        seen.add(entry.id);
        folders.push({ id: entry.id, resourceKey: entry.resourceKey });
      }
    }
  }
}
