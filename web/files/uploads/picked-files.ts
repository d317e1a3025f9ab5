import { isSystemFile } from '#domain/file-types.ts';

/** A chosen file with its path in the chosen folder: 'DCIM/100MEDIA/DJI_0001.JPG'. */
export type PickedFile = { file: File; path: string };

/** Extensions of videos whose MIME type many browsers don't recognize, and of SRT files with flight data. */
const VIDEO_NAME = /\.(mp4|mov|m4v|mkv|webm|avi|wmv|mts|m2ts|ts|mpg|mpeg|3gp|srt)$/i;

/** Whether a file is a video or a video's flight data, by MIME type or extension. */
export const isForVideoSubmission = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  type.startsWith('video/') || VIDEO_NAME.test(name);

/**
 * Identifies a file across reloads and ways of choosing it. Ignores the path, because it lacks the folder if the file
 * was chosen directly.
 */
export const fileKey = (file: Pick<File, 'name' | 'size' | 'lastModified'>): string =>
  JSON.stringify([file.name, file.size, file.lastModified]);

/** Dropped or chosen files. Handles, where supported, can be read again after a reload. */
export type GatheredFiles = {
  files: PickedFile[];
  handles: FileSystemHandle[];
  /** Paths of ignored system files. */
  ignoredPaths: string[];
};

const origins = new WeakMap<File, FileSystemHandle>();

/** The dropped or chosen handle that a file came from; null if the browser provided none. */
export const originOf = (file: File): FileSystemHandle | null => origins.get(file) ?? null;

const joinPath = (folder: string, name: string) => (folder ? `${folder}/${name}` : name);

const { compare } = new Intl.Collator('en', { numeric: true });

/** Sorts by name, because browsers list folders in disk order. */
function sortAndFilter(found: readonly PickedFile[], handles: FileSystemHandle[]): GatheredFiles {
  const files = found.toSorted((a, b) => compare(a.path, b.path));
  return {
    files: files.filter(({ path }) => !isSystemFile(path)),
    handles,
    ignoredPaths: files.map(({ path }) => path).filter(isSystemFile),
  };
}

export const gatherInput = (files: Iterable<File>): GatheredFiles =>
  sortAndFilter(
    Array.from(files, (file) => ({ file, path: file.webkitRelativePath || file.name })),
    [],
  );

/** All files behind the handles, including those in folders. Rejects if one can't be read. */
export async function gatherHandles(handles: readonly FileSystemHandle[]): Promise<GatheredFiles> {
  const files: PickedFile[] = [];
  for (const handle of handles) files.push(...(await readOrigin(handle)));
  return sortAndFilter(files, [...handles]);
}

async function readOrigin(origin: FileSystemHandle): Promise<PickedFile[]> {
  const files: PickedFile[] = [];
  await readHandle(origin, '', files);
  for (const { file } of files) origins.set(file, origin);
  return files;
}

async function readHandle(handle: FileSystemHandle, folder: string, into: PickedFile[]) {
  const path = joinPath(folder, handle.name);
  if (handle instanceof FileSystemFileHandle) into.push({ file: await handle.getFile(), path });
  if (!(handle instanceof FileSystemDirectoryHandle)) return;
  for await (const child of handle.values()) await readHandle(child, path, into);
}

type DroppedItem = {
  handle: Promise<FileSystemHandle | null> | undefined;
  entry: FileSystemEntry | null;
  file: File | null;
};

/** The dropped files, including those in folders. Must be called synchronously in the drop event. */
export function gatherDrop(transfer: DataTransfer): Promise<GatheredFiles> {
  const dropped = Array.from(transfer.items)
    .filter(({ kind }) => kind === 'file')
    .map((item): DroppedItem => ({
      handle: item.getAsFileSystemHandle?.(),
      entry: item.webkitGetAsEntry(),
      file: item.getAsFile(),
    }));
  return readDropped(dropped);
}

async function readDropped(dropped: readonly DroppedItem[]): Promise<GatheredFiles> {
  const handles: FileSystemHandle[] = [];
  const files: PickedFile[] = [];
  for (const { handle, entry, file } of dropped) {
    const found = await handle?.catch(() => null);
    if (found) {
      handles.push(found);
      files.push(...(await readOrigin(found)));
    } else if (entry) await readEntry(entry, '', files);
    else if (file) files.push({ file, path: file.name });
  }
  return sortAndFilter(files, handles);
}

async function readEntry(entry: FileSystemEntry, folder: string, into: PickedFile[]) {
  const path = joinPath(folder, entry.name);
  if (isFileEntry(entry)) {
    const file = await new Promise<File>((resolve, reject) => {
      entry.file(resolve, reject);
    });
    into.push({ file, path });
  }
  if (!isDirectoryEntry(entry)) return;
  const reader = entry.createReader();
  const readSome = () =>
    new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject);
    });
  // Browsers return at most 100 entries per call, and an empty list at the end.
  for (let batch = await readSome(); batch.length > 0; batch = await readSome()) {
    for (const child of batch) await readEntry(child, path, into);
  }
}

const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isDirectoryEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry =>
  entry.isDirectory;

declare global {
  // Parts of the File System Access API (wicg.github.io/file-system-access) that some browsers lack.
  interface FileSystemHandle {
    queryPermission?: (descriptor: { mode: 'read' | 'readwrite' }) => Promise<PermissionState>;
    requestPermission?: (descriptor: { mode: 'read' | 'readwrite' }) => Promise<PermissionState>;
  }
  interface DataTransferItem {
    getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
  }
  interface Window {
    showDirectoryPicker?: (options: {
      mode: 'read';
      id?: string;
    }) => Promise<FileSystemDirectoryHandle>;
  }
}
