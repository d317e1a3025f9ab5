export const DOWNLOAD_KINDS = ['photos', 'videos', 'maps', 'documents'] as const;

export const KIND_LABELS: Record<(typeof DOWNLOAD_KINDS)[number], string> = {
  photos: 'Photos',
  videos: 'Videos',
  maps: 'Maps',
  documents: 'Documents',
};
