import { createCipher } from '#server/platform/crypto.ts';
import type { Context } from '#server/platform/context.ts';

const cipherOf = ({ config }: Pick<Context, 'config'>) =>
  createCipher(config.secretKey, 'webhook-secret');
const CONTEXT = 'secret';

export const sealSecret = (ctx: Pick<Context, 'config'>, secret: string): string =>
  cipherOf(ctx).encrypt(secret, CONTEXT);

/** Null if it was encrypted with another SECRET_KEY. */
export const openSecret = (ctx: Pick<Context, 'config'>, sealed: string): string | null =>
  cipherOf(ctx).decrypt(sealed, CONTEXT);
