import { type FileCounts, fileParts, type StaffFileCounts } from '#domain/file-counts.ts';
import { count, counted } from '#web/lib/formats.ts';

/** What was recorded, in numbers that add up to all files: '8 photos, 3 maps, 1 failed'. */
export function mediaCount(counts: FileCounts & Partial<StaffFileCounts>): string {
  const parts = fileParts(counts).map((part) =>
    part.isKind ? counted(part.count, part.name) : `${count(part.count)} ${part.name}`,
  );
  return parts.join(', ') || 'No files';
}
