import {
  IconFile,
  IconFileText,
  IconMap,
  IconPhoto,
  IconVideo,
  type TablerIcon,
} from '@tabler/icons-react';
import type { FileKind } from '#domain/files.ts';

const KINDS: Record<FileKind, { label: string; icon: TablerIcon }> = {
  photo: { label: 'Photo', icon: IconPhoto },
  video: { label: 'Video', icon: IconVideo },
  raster: { label: 'Map', icon: IconMap },
  document: { label: 'Document', icon: IconFileText },
  other: { label: 'Other', icon: IconFile },
};

/** How a kind of file is called and drawn. */
export const kindOf = (kind: FileKind) => KINDS[kind];
