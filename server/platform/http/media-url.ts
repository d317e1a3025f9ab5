import type { Recipient } from '../auth/person.ts';
import type { Signer } from '../signed-url.ts';

/** Under which right an address was handed out; a share's addresses die with the share. */
export type MediaScope = { kind: 'session' } | Recipient;

/** What is signed of an address of pictures: alike for everybody signed in, so that it stays cached. */
export const derivativesPath = (scope: MediaScope, fileId: string) =>
  scope.kind === 'share' ? `s/${scope.shareLinkId}/f/${fileId}` : `f/${fileId}`;

/** What is signed of an address of an original: bound to the one it was handed to. */
export const originalPath = (recipient: Recipient, fileId: string) =>
  recipient.kind === 'share'
    ? `s/${recipient.shareLinkId}/o/${fileId}`
    : `p/${recipient.profileId}/o/${fileId}`;

/** Base address of what was made of a file: append `/w512.webp`, `/video.mp4` and the like. */
export function derivativesUrl(signer: Signer, scope: MediaScope, fileId: string): string {
  const path = derivativesPath(scope, fileId);
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
