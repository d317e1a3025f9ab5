import type { Signer } from './signed-url.ts';

/** Under which right an address was handed out; a share's addresses die with the share. */
export type MediaScope = { kind: 'session' } | { kind: 'share'; shareLinkId: string };

const within = (scope: MediaScope, path: string) =>
  scope.kind === 'share' ? `s/${scope.shareLinkId}/${path}` : path;

/** Base address of what was made of a file: append `/w512.webp`, `/video.mp4` and the like. */
export function derivativesUrl(signer: Signer, scope: MediaScope, fileId: string): string {
  const path = within(scope, `f/${fileId}`);
  return `/media/${path}/${signer.sign(path)}`;
}

/** Address of an original, ending in its name so that a browser saves it under that. */
export function originalUrl(signer: Signer, scope: MediaScope, file: { id: string; fileName: string }): string {
  const path = within(scope, `o/${file.id}`);
  return `/media/${path}/${signer.sign(path)}/${encodeURIComponent(file.fileName)}`;
}
