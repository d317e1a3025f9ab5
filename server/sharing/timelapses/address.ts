import type { Recipient } from '#server/platform/auth/person.ts';
import { recipientPath } from '#server/platform/http/recipient-routes.ts';
import type { Signer } from '#server/platform/signed-url.ts';

const DAY_MS = 86_400_000;

/** What of the address is sealed. */
export const pathOf = (recipient: Recipient, id: string) =>
  `${recipientPath('timelapses', recipient)}/${id}`;

/** Address of a film, for this recipient, good for at least a day. */
export function timelapseUrl(signer: Signer, recipient: Recipient, id: string): string {
  const path = pathOf(recipient, id);
  return `/${path}/${signer.sign(path, DAY_MS)}/timelapse.mp4`;
}
