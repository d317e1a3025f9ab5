import type { Context } from '#server/platform/context.ts';
import { contentDisposition } from '#server/platform/http/content-disposition.ts';
import type { Opening } from '#server/platform/http/recipient-routes.ts';
import { watchAccess } from '#server/platform/http/requester.ts';
import { sendBytes } from '#server/platform/http/send-bytes.ts';

type SentFile = {
  id: string;
  key: string;
  fileName: string;
  fileSize: number;
  contentType: string;
  /** Rejects if the requester has lost access. */
  check: () => Promise<void>;
};

export const sendArtifact = (
  ctx: Pick<Context, 'storage' | 'revocations'>,
  { request, reply, requester }: Opening,
  { id, key, fileName, fileSize, contentType, check }: SentFile,
) =>
  sendBytes(request, reply, {
    size: fileSize,
    etag: `"${id}"`,
    bytes: (range) => ctx.storage.open(key, range),
    watch: watchAccess(ctx, requester, check),
    headers: {
      'content-type': contentType,
      'content-disposition': contentDisposition('inline', fileName),
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex, nofollow',
    },
  });
