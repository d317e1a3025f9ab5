import type { Upload } from '#domain/uploads.ts';
import type { UploadRow } from './queries.ts';

/** `bytesReceived` is the number of bytes actually stored, from which a page can resume. */
export const presentUpload = (row: UploadRow, bytesReceived: number): Upload => ({
  id: row.id,
  submissionId: row.submissionId,
  fileName: row.fileName,
  fileSize: row.fileSize,
  bytesReceived,
  state: row.state,
  duplicateOf:
    row.originalName === null
      ? null
      : { fileName: row.originalName, submissionTitle: row.originalHome ?? '' },
  errorMessage: row.errorMessage,
  createdAt: row.createdAt.toISOString(),
});
