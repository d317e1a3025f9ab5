import { ORPCError } from '@orpc/client';
import { z } from 'zod';
import { errorMessage, UNEXPECTED_RESPONSE } from '#web/lib/error-messages.ts';

export const UNREADABLE_MESSAGE =
  "This file can't be read. Check that it wasn't moved or changed and that the memory card is still inserted.";

/** How an upload request ended. `status` is null if no response arrived. */
export type UploadResponse = { status: number | null; body: string | null };

/** Whether to retry automatically (transient) or never (final), and the message to show. */
export type Verdict = { isTransient: boolean; isFinal: boolean; message: string };

const ErrorBody = z.object({ code: z.string(), message: z.string() });
/** Rate limited, locked by a request that is about to end, or wrong offset: a retry resolves these. */
const TRANSIENT_STATUSES = [409, 423, 429];
const STORAGE_FULL = 507;
/** Too large, invalid or unsupported: the same file would be refused again. */
const FINAL_STATUSES = [400, 413, 415, 422];

export function verdictOf({ status, body }: UploadResponse): Verdict {
  const answer = ErrorBody.safeParse(parseJson(body)).data;
  const isTransient =
    status === null ||
    TRANSIENT_STATUSES.includes(status) ||
    (status >= 500 && status !== STORAGE_FULL);
  const { code = UNEXPECTED_RESPONSE, message } = answer ?? {};
  const text =
    status === null
      ? errorMessage(new TypeError('no answer'))
      : errorMessage(new ORPCError(code, { status, ...(message ? { message } : {}) }));
  const isFinal = status !== null && FINAL_STATUSES.includes(status) && code !== 'UPLOAD_DIFFERS';
  return { isTransient, isFinal, message: text };
}

function parseJson(body: string | null): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return null;
  }
}
