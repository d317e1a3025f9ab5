import { createCipher } from '#server/platform/crypto.ts';
import type { Context } from '#server/platform/context.ts';

const cipherOf = ({ config }: Pick<Context, 'config'>) =>
  createCipher(config.secretKey, 'webhook-secret');
const CONTEXT = 'secret';

export const sealSecret = (ctx: Pick<Context, 'config'>, secret: string): string =>
  cipherOf(ctx).encrypt(secret, CONTEXT);

/** Returns null if the secret was encrypted with a different SECRET_KEY. */
export const openSecret = (ctx: Pick<Context, 'config'>, sealed: string): string | null =>
  cipherOf(ctx).decrypt(sealed, CONTEXT);
