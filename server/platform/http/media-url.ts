import type { Recipient } from '../auth/person.ts';
import type { Signer } from '../signed-url.ts';

const pathOf = (recipient: Recipient) =>
  recipient.kind === 'share' ? `s/${recipient.shareLinkId}` : `p/${recipient.profileId}`;

/** What is signed of an address of pictures. */
export const derivativesPath = (recipient: Recipient, fileId: string) =>
  `${pathOf(recipient)}/f/${fileId}`;

/** What is signed of an address of an original. */
export const originalPath = (recipient: Recipient, fileId: string) =>
  `${pathOf(recipient)}/o/${fileId}`;

/** Base address of what was made of a file: append `/w512.webp`, `/video.mp4` and the like. */
export function derivativesUrl(signer: Signer, recipient: Recipient, fileId: string): string {
  const path = derivativesPath(recipient, fileId);
  return `/media/${path}/${signer.sign(path)}`;
}

/** Address of an original, ending in its name so that a browser saves it under that. */
export function originalUrl(
  signer: Signer,
  recipient: Recipient,
  file: { id: string; fileName: string },
): string {
  const path = originalPath(recipient, file.id);
  return `/media/${path}/${signer.sign(path)}/${encodeURIComponent(file.fileName)}`;
}
