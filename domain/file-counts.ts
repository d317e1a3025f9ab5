import type { FileKind, FileState } from './files.ts';

/** `fileCount` counts all files; the others only count files that clients see, with or without a preview. */
export type FileCounts = {
  photoCount: number;
  videoCount: number;
  mapCount: number;
  documentCount: number;
  fileCount: number;
};

export type StaffFileCounts = FileCounts & {
  hiddenCount: number;
  processingCount: number;
  failedCount: number;
};

export function countFiles(
  files: readonly { kind: FileKind; state: FileState; isForClients: boolean }[],
): StaffFileCounts {
  const ready = files.filter(({ state }) => state === 'ready');
  const shown = ready.filter(({ isForClients }) => isForClients);
  const ofKind = (kind: FileKind) => shown.filter((file) => file.kind === kind).length;
  const inState = (state: FileState) => files.filter((file) => file.state === state).length;
  return {
    photoCount: ofKind('photo'),
    videoCount: ofKind('video'),
    mapCount: ofKind('raster'),
    documentCount: ofKind('document'),
    fileCount: files.length,
    hiddenCount: ready.length - shown.length,
    processingCount: inState('processing'),
    failedCount: inState('failed'),
  };
}

export function fileParts({
  hiddenCount = 0,
  processingCount = 0,
  failedCount = 0,
  ...counts
}: FileCounts & Partial<StaffFileCounts>) {
  const { photoCount, videoCount, mapCount, documentCount, fileCount } = counts;
  const named = photoCount + videoCount + mapCount + documentCount;
  const parts: { count: number; name: string; isKind: boolean }[] = [
    { count: photoCount, name: 'photo', isKind: true },
    { count: videoCount, name: 'video', isKind: true },
    { count: mapCount, name: 'map', isKind: true },
    { count: documentCount, name: 'document', isKind: true },
    {
      count: fileCount - named - hiddenCount - processingCount - failedCount,
      name: named > 0 ? 'other file' : 'file',
      isKind: true,
    },
    { count: hiddenCount, name: 'not for clients', isKind: false },
    { count: processingCount, name: 'processing', isKind: false },
    { count: failedCount, name: 'failed', isKind: false },
  ];
  return parts.filter(({ count }) => count > 0);
}
