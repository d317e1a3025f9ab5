import { createCipher } from '#server/platform/crypto.ts';
import type { Context } from '#server/platform/context.ts';

const cipherOf = ({ config }: Pick<Context, 'config'>) =>
  createCipher(config.secretKey, 'webhook-secret');
const CONTEXT = 'secret';

/** What is kept of a secret of a webhook. */
export const sealSecret = (ctx: Pick<Context, 'config'>, secret: string): string =>
  cipherOf(ctx).encrypt(secret, CONTEXT);

/** The secret again; null when it was sealed with another secret key. */
export const openSecret = (ctx: Pick<Context, 'config'>, sealed: string): string | null =>
  cipherOf(ctx).decrypt(sealed, CONTEXT);
