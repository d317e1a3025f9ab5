// Parts of the File System Access API (wicg.github.io/file-system-access) that only some browsers
// have, hence every one of them is optional.
interface FileSystemHandlePermissionDescriptor {
  mode: 'read' | 'readwrite';
}

interface FileSystemHandle {
  queryPermission?: (descriptor: FileSystemHandlePermissionDescriptor) => Promise<PermissionState>;
  requestPermission?: (
    descriptor: FileSystemHandlePermissionDescriptor,
  ) => Promise<PermissionState>;
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
