import type { Recipient } from '#server/platform/auth/recipient.ts';
import { signedUrl } from '#server/platform/http/recipient-routes.ts';
import type { Signer } from '#server/platform/signed-url.ts';

/** A signed URL for this recipient, valid for at least a day. */
export const timelapseUrl = (signer: Signer, recipient: Recipient, id: string): string =>
  signedUrl(signer, recipient, { prefix: 'timelapses', id, name: 'timelapse.mp4' });
