import { createPrivateKey, generateKeyPairSync, hash, sign, type KeyObject } from 'node:crypto';
import type { SigningKey } from '#domain/evidence.ts';
import type { Context } from '#server/platform/context.ts';
import { createCipher } from '#server/platform/crypto.ts';
import { insertKey, listKeys, type KeyRow } from './queries.ts';

type Needs = Pick<Context, 'db' | 'config' | 'clock'>;

/** `sign` returns base64. */
export type Signing = { key: SigningKey; sign: (bytes: Buffer) => string };

const cipherOf = ({ config }: Pick<Needs, 'config'>) =>
  createCipher(config.secretKey, 'evidence-signing-key');

/** Newest first; empty before the first pack. */
export const publicKeys = async ({ db }: Pick<Needs, 'db'>): Promise<SigningKey[]> =>
  (await listKeys(db)).map(presentKey);

/** Creates a new signing key if there isn't one or SECRET_KEY can't decrypt it. */
export async function readSigningKey(ctx: Needs): Promise<Signing> {
  const [row] = await listKeys(ctx.db);
  const sealed = row && cipherOf(ctx).decrypt(row.privateKeySealed, row.id);
  if (!row || sealed === null || sealed === undefined) return makeKey(ctx);
  const privateKey = createPrivateKey({
    key: Buffer.from(sealed, 'base64url'),
    format: 'der',
    type: 'pkcs8',
  });
  return { key: presentKey(row), sign: signer(privateKey) };
}

async function makeKey(ctx: Needs): Promise<Signing> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const x = publicKey.export({ format: 'jwk' }).x ?? '';
  const id = thumbprint(x);
  const secret = privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64url');
  const row = {
    id,
    publicKey: x,
    privateKeySealed: cipherOf(ctx).encrypt(secret, id),
    createdAt: ctx.clock(),
  };
  await insertKey(ctx.db, row);
  return { key: presentKey(row), sign: signer(privateKey) };
}

const signer = (privateKey: KeyObject) => (bytes: Buffer) =>
  sign(null, bytes, privateKey).toString('base64');

/** RFC 7638, section 3: the hash of the required members in lexicographic order. */
const thumbprint = (x: string) =>
  hash('sha256', JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }), 'base64url');

const presentKey = ({ id, publicKey, createdAt }: KeyRow): SigningKey => ({
  kty: 'OKP',
  crv: 'Ed25519',
  alg: 'EdDSA',
  use: 'sig',
  kid: id,
  x: publicKey,
  createdAt: createdAt.toISOString(),
});
