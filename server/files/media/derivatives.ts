import { AppError } from '#domain/errors.ts';
import { PRESETS } from '#domain/pictures.ts';
import type { Recipient } from '#server/platform/auth/recipient.ts';
import type { Context } from '#server/platform/context.ts';
import type { RequestSource } from '#server/platform/http/caller.ts';
import { derivativesPath, parsePictureName } from '#server/platform/http/media-url.ts';
import { requesterOf, type Requester } from '#server/platform/http/requester.ts';
import { presetKey, videoKey } from '#server/platform/storage/storage.ts';
import type { Derivative, DerivativeCache } from './derivative-cache.ts';
import type { VisibleFiles } from './visible-files.ts';
import { assertSigned, assertVisible } from './service.ts';

export type MediaParts = { ctx: Context; cache: DerivativeCache; seen: VisibleFiles };

export type DerivativeName = { fileId: string; seal: string; name: string };

type KeyOf = (fileId: string, posterVersion: number) => string;

const DERIVATIVES = new Map<string, { key: KeyOf; type: string }>([
  ...PRESETS.map((preset): [string, { key: KeyOf; type: string }] => [
    `w${preset}.webp`,
    { key: (fileId, version) => presetKey(fileId, preset, version), type: 'image/webp' },
  ]),
  ['video.mp4', { key: videoKey, type: 'video/mp4' }],
]);

type Found = { found: Derivative; key: string; type: string; fileId: string; requester: Requester };

/** Throws SHARE_PASSWORD_REQUIRED, or FILE_NOT_FOUND if it doesn't exist or the recipient can't see the file. */
export async function findDerivative(
  { ctx, cache, seen }: MediaParts,
  request: RequestSource,
  { recipient, fileId: pictured, seal, name }: DerivativeName & { recipient: Recipient },
): Promise<Found> {
  const { fileId, posterVersion } = parsePictureName(pictured);
  assertSigned(ctx, derivativesPath(recipient, fileId, posterVersion), seal);
  const kind = DERIVATIVES.get(name);
  if (!kind) throw new AppError('FILE_NOT_FOUND');
  const { type } = kind;
  const key = kind.key(fileId, posterVersion);
  const requester = await requesterOf(ctx, request, recipient);
  if (!requester) throw new AppError('FILE_NOT_FOUND');
  await assertVisible(seen, requester, fileId);
  const found = await cache.find(key);
  if (!found) throw new AppError('FILE_NOT_FOUND');
  return { found, key, type, fileId, requester };
}
