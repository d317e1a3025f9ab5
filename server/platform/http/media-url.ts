import type { Recipient } from '../auth/recipient.ts';
import type { Signer } from '../signed-url.ts';

const pathOf = (recipient: Recipient) =>
  recipient.kind === 'share' ? `s/${recipient.shareLinkId}` : `p/${recipient.profileId}`;

/** Browsers cache pictures forever, so a new poster picture needs a new URL. */
const pictureName = (fileId: string, posterVersion: number) =>
  posterVersion === 0 ? fileId : `${fileId}.${posterVersion}`;

export function parsePictureName(name: string): { fileId: string; posterVersion: number } {
  const [fileId = '', version = '0'] = name.split('.');
  return { fileId, posterVersion: Number(version) };
}

export const derivativesPath = (recipient: Recipient, fileId: string, posterVersion: number) =>
  `${pathOf(recipient)}/f/${pictureName(fileId, posterVersion)}`;

export const originalPath = (recipient: Recipient, fileId: string) =>
  `${pathOf(recipient)}/o/${fileId}`;

/** Base URL: append `/w512.webp`, `/video.mp4` and so on. */
export function derivativesUrl(
  signer: Signer,
  recipient: Recipient,
  fileId: string,
  posterVersion = 0,
): string {
  const path = derivativesPath(recipient, fileId, posterVersion);
  return `/media/${path}/${signer.sign(path)}`;
}

export function originalUrl(
  signer: Signer,
  recipient: Recipient,
  file: { id: string; fileName: string },
): string {
  const path = originalPath(recipient, file.id);
  return `/media/${path}/${signer.sign(path)}/${encodeURIComponent(file.fileName)}`;
}
