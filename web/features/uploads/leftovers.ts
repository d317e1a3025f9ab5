import type { Upload } from '#domain/uploads.ts';
import { isPending, type UploadItem } from './upload-item.ts';

/**
 * The uploads on the server that this page knows nothing of: interrupted ones of another visit or
 * browser, and the outcomes of earlier ones that nobody has cleared.
 */
export function leftoversOf(uploads: readonly Upload[], items: readonly UploadItem[]): Upload[] {
  const own = new Set(items.map(({ uploadId }) => uploadId));
  // An upload is on the server's list a moment before this page hears its id.
  const beginning = new Set(items.filter(isPending).map(({ name, size }) => `${size} ${name}`));
  return uploads.filter(
    ({ id, state, fileName, fileSize }) =>
      state !== 'stored' &&
      !own.has(id) &&
      !(state === 'receiving' && beginning.has(`${fileSize} ${fileName}`)),
  );
}
