import { isSystemFile } from '#domain/file-types.ts';

/** A file somebody chose, with where it lay inside of what was chosen: 'DCIM/100MEDIA/DJI_0001.JPG'. */
export type PickedFile = { file: File; path: string };

/** Films whose type many browsers do not name, and the flight data beside a film. */
const VIDEO_NAME = /\.(mp4|mov|m4v|mkv|webm|avi|wmv|mts|m2ts|ts|mpg|mpeg|3gp|srt)$/i;

/** Whether a file is a film, or the flight data of one, as far as its name and the browser say. */
export const isForVideoSubmission = ({ name, type }: Pick<File, 'name' | 'type'>): boolean =>
  type.startsWith('video/') || VIDEO_NAME.test(name);

/** The same file again, chosen in another way or after a reload; folders may be missing in one of both. */
export const likenessOf = (file: Pick<File, 'name' | 'size' | 'lastModified'>): string =>
  JSON.stringify([file.name, file.size, file.lastModified]);

/** What somebody dropped or chose; the handles, where the browser has them, outlive a reload. */
export type Gathered = {
  files: PickedFile[];
  handles: FileSystemHandle[];
  /** Paths of files that a system had put there, which nobody wants. */
  leftOut: string[];
};

const origins = new WeakMap<File, FileSystemHandle>();

/** The handle that somebody dropped or chose to which a file belongs; null where the browser gave none. */
export const originOf = (file: File): FileSystemHandle | null => origins.get(file) ?? null;

const inFolder = (folder: string, name: string) => (folder ? `${folder}/${name}` : name);

const { compare } = new Intl.Collator('en', { numeric: true });

/** In the order of their names; browsers give out a folder in the order of its disk. */
function sifted(found: readonly PickedFile[], handles: FileSystemHandle[]): Gathered {
  const files = found.toSorted((a, b) => compare(a.path, b.path));
  return {
    files: files.filter(({ path }) => !isSystemFile(path)),
    handles,
    leftOut: files.map(({ path }) => path).filter(isSystemFile),
  };
}

/** The files of an `<input type="file">`, also of one that takes a folder. */
export const gatherInput = (files: Iterable<File>): Gathered =>
  sifted(
    Array.from(files, (file) => ({ file, path: file.webkitRelativePath || file.name })),
    [],
  );

/** The files behind handles, folders with all that is in them. Rejects when one cannot be read. */
export async function gatherHandles(handles: readonly FileSystemHandle[]): Promise<Gathered> {
  const files: PickedFile[] = [];
  for (const handle of handles) files.push(...(await readOrigin(handle)));
  return sifted(files, [...handles]);
}

async function readOrigin(origin: FileSystemHandle): Promise<PickedFile[]> {
  const files: PickedFile[] = [];
  await readHandle(origin, '', files);
  for (const { file } of files) origins.set(file, origin);
  return files;
}

async function readHandle(handle: FileSystemHandle, folder: string, into: PickedFile[]) {
  const path = inFolder(folder, handle.name);
  if (handle instanceof FileSystemFileHandle) into.push({ file: await handle.getFile(), path });
  if (!(handle instanceof FileSystemDirectoryHandle)) return;
  for await (const child of handle.values()) await readHandle(child, path, into);
}

type Dropped = {
  handle: Promise<FileSystemHandle | null> | undefined;
  entry: FileSystemEntry | null;
  file: File | null;
};

/**
 * The files of a drop, folders with all that is in them. Must be called while the drop is handled:
 * later the browser no longer gives anything out.
 */
export function gatherDrop(transfer: DataTransfer): Promise<Gathered> {
  const dropped = Array.from(transfer.items)
    .filter(({ kind }) => kind === 'file')
    .map((item): Dropped => ({
      handle: item.getAsFileSystemHandle?.(),
      entry: item.webkitGetAsEntry(),
      file: item.getAsFile(),
    }));
  return readDropped(dropped);
}

async function readDropped(dropped: readonly Dropped[]): Promise<Gathered> {
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
  return sifted(files, handles);
}

/** For browsers without handles. */
async function readEntry(entry: FileSystemEntry, folder: string, into: PickedFile[]) {
  const path = inFolder(folder, entry.name);
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
  // The browser gives out a hundred at a time, and none when all have been given out.
  for (let some = await readSome(); some.length > 0; some = await readSome()) {
    for (const child of some) await readEntry(child, path, into);
  }
}

const isFileEntry = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isDirectoryEntry = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry =>
  entry.isDirectory;

declare global {
  // Parts of the File System Access API (wicg.github.io/file-system-access) that only some browsers have.
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
