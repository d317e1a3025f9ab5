// File System Access API (wicg.github.io/file-system-access); only some browsers have it.
interface Window {
  showSaveFilePicker?: (options: {
    suggestedName: string;
    id?: string;
    types?: { description: string; accept: Record<string, string[]> }[];
  }) => Promise<FileSystemFileHandle>;
}
