import { DRIVE_FILES_MAX, driveFileKind, type DriveFile } from '#domain/drive.ts';
import type { Drive } from '#server/platform/drive/drive.ts';
import type { DriveEntry } from '#server/platform/drive/entries.ts';

const MAX_FOLDERS = 200;

export type Found = { entry: DriveEntry; folderName: string | null };

/** `complete` is false if there may be more files. */
export type Walk = {
  found: Found[];
  folders: DriveEntry[];
  skipped: number;
  complete: boolean;
};

type WalkState = Walk & { waiting: DriveEntry[]; seen: Set<string> };

/**
 * Lists importable files in a folder and its subfolders. Opens each folder only once, because folders can be cyclic.
 */
export async function walkFolder(
  drive: Pick<Drive, 'pagesOf'>,
  top: DriveEntry,
  { kind, subfolders }: { kind: DriveFile['kind'] | undefined; subfolders: boolean },
): Promise<Walk> {
  const walking: WalkState = {
    found: [],
    folders: [],
    skipped: 0,
    complete: true,
    waiting: [top],
    seen: new Set([top.id]),
  };
  for (let opened = 0, folder = walking.waiting.shift(); folder; opened++) {
    if (opened === MAX_FOLDERS) {
      walking.complete = false;
      break;
    }
    for await (const page of drive.pagesOf(folder)) {
      for (const entry of page)
        addEntry(walking, { entry, folderName: folder.name }, kind, subfolders);
      if (!walking.complete) return walking;
    }
    folder = walking.waiting.shift();
  }
  return walking;
}

function addEntry(
  walking: WalkState,
  { entry, folderName }: Found,
  kind: DriveFile['kind'] | undefined,
  subfolders: boolean,
) {
  if (walking.seen.has(entry.id)) return;
  walking.seen.add(entry.id);
  if (entry.isFolder) {
    walking.folders.push(entry);
    if (subfolders) walking.waiting.push(entry);
    return;
  }
  const found = driveFileKind(entry);
  if (!found || (kind && found !== kind)) walking.skipped++;
  else if (walking.found.length === DRIVE_FILES_MAX) walking.complete = false;
  else walking.found.push({ entry, folderName });
}
