import { driveFileKind, isChangedSince, type DriveFile, type DriveFolder } from '#domain/drive.ts';
import type { Drive } from '#server/platform/drive/drive.ts';
import { isPublic, type DriveEntry } from '#server/platform/drive/entries.ts';

export const presentDriveFolder = (
  drive: Pick<Drive, 'webUrl'>,
  entry: DriveEntry,
): DriveFolder => ({
  id: entry.id,
  name: entry.name,
  url: drive.webUrl(entry),
});

type Copy = { sha256: string; size: number };

/** Returns null if the file can't be imported. */
export function presentDriveFile(
  entry: DriveEntry,
  { folderName, copies }: { folderName: string | null; copies: readonly Copy[] },
): DriveFile | null {
  const kind = driveFileKind(entry);
  if (!kind) return null;
  const { id, name, mimeType, sizeBytes, resourceKey } = entry;
  return {
    id,
    name,
    mimeType,
    kind,
    sizeBytes,
    createdAt: entry.createdAt.toISOString(),
    modifiedAt: entry.modifiedAt.toISOString(),
    thumbnailUrl: entry.thumbnailLink ? thumbnailUrl(id, resourceKey) : null,
    folderName,
    resourceKey,
    imported: copies.length > 0,
    changed: isChangedSince({ sha256: entry.sha256Checksum, size: sizeBytes }, copies),
    isPublic: isPublic(entry),
    canDownload: entry.capabilities.canDownload,
  };
}

const thumbnailUrl = (id: string, resourceKey: string | null) =>
  `/api/operator/drive/thumbnails/${id}${resourceKey ? `?resourceKey=${resourceKey}` : ''}`;
