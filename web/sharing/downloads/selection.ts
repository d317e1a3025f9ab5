import { byteSize } from '#domain/byte-size.ts';
import { DOWNLOAD_KINDS } from '#domain/download-kinds.ts';
import type {
  Download,
  DownloadKind,
  DownloadSummary,
  DownloadSelection,
} from '#domain/downloads.ts';
import { archiveFiles } from '#web/lib/formats.ts';

export const initialSelection = (projectId: string, week: string | null): DownloadSelection => ({
  projectId,
  submissionIds: week === null ? null : [week],
  kinds: [...DOWNLOAD_KINDS],
  size: 'original',
});

export const hasSelection = ({ submissionIds, kinds }: DownloadSelection): boolean =>
  submissionIds?.length !== 0 && kinds.length > 0;

/** '42 files, 1.2 GB', or a text for no files; null while unknown. */
export function kindText(measure: DownloadSummary | undefined, kind: DownloadKind): string | null {
  const found = measure?.ofKinds.find((one) => one.kind === kind);
  if (!found) return null;
  if (found.fileCount === 0) return 'No files in these weeks';
  return `${archiveFiles(found.fileCount, found.rawCount)}, ${byteSize(found.bytes)}`;
}

/** Whether its URL works and, for evidence packs and exports, it is ready. */
export const isFetchable = ({ end, progress }: Download): boolean =>
  end === null && (progress === null || progress.state === 'ready');
