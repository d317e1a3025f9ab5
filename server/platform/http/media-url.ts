import type { Recipient } from '../auth/person.ts';
import type { Signer } from '../signed-url.ts';

const pathOf = (recipient: Recipient) =>
  recipient.kind === 'share' ? `s/${recipient.shareLinkId}` : `p/${recipient.profileId}`;

/** A file and which pictures of it: browsers keep pictures for good, so that others need another name. */
const pictured = (fileId: string, posterVersion: number) =>
  posterVersion === 0 ? fileId : `${fileId}.${posterVersion}`;

/** What such a name in an address says. */
export function readPictured(name: string): { fileId: string; posterVersion: number } {
  const [fileId = '', version = '0'] = name.split('.');
  return { fileId, posterVersion: Number(version) };
}

/** What is signed of an address of pictures. */
export const derivativesPath = (recipient: Recipient, fileId: string, posterVersion: number) =>
  `${pathOf(recipient)}/f/${pictured(fileId, posterVersion)}`;

/** What is signed of an address of an original. */
export const originalPath = (recipient: Recipient, fileId: string) =>
  `${pathOf(recipient)}/o/${fileId}`;

/**
 * Base address of what was made of a file: append `/w512.webp`, `/video.mp4` and the like. `posterVersion`
 * is that of a film whose picture somebody chose.
 */
export function derivativesUrl(
  signer: Signer,
  recipient: Recipient,
  fileId: string,
  posterVersion = 0,
): string {
  const path = derivativesPath(recipient, fileId, posterVersion);
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
