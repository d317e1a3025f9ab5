import { z } from 'zod';
import { Id, Instant } from './fields.ts';

export const MAX_UPLOAD_BYTES = 20 * 1024 ** 3;

const UploadState = z.enum(['receiving', 'received', 'stored', 'duplicate', 'refused']);
export type UploadState = z.infer<typeof UploadState>;

export const Upload = z.object({
  id: Id,
  submissionId: Id.nullable(),
  fileName: z.string(),
  fileSize: z.int(),
  bytesReceived: z.int(),
  state: UploadState,
  duplicateOf: z.object({ fileName: z.string(), submissionTitle: z.string() }).nullable(),
  errorMessage: z.string().nullable(),
  createdAt: Instant,
});
export type Upload = z.infer<typeof Upload>;

export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/);
