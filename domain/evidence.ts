import { z } from 'zod';
import { Id, Instant } from './fields.ts';

export const EvidenceScope = z.object({ projectId: Id, submissionId: Id.nullable() });
export type EvidenceScope = z.infer<typeof EvidenceScope>;

export const EvidenceSize = z.object({ fileCount: z.int(), bytes: z.int() });
export type EvidenceSize = z.infer<typeof EvidenceSize>;

export const SIGNING_KEYS_PATH = '/.well-known/overfly-signing-key.json';

/** A JSON Web Key (RFC 8037); `kid` is its thumbprint (RFC 7638). */
export const SigningKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  alg: z.literal('EdDSA'),
  use: z.literal('sig'),
  kid: z.string(),
  x: z.string(),
  createdAt: Instant,
});
export type SigningKey = z.infer<typeof SigningKey>;

export const SigningKeys = z.object({ keys: z.array(SigningKey) });
export type SigningKeys = z.infer<typeof SigningKeys>;

/** Block size for hashes within a file, so a verifier can locate a change: 1 MiB. */
export const BLOCK_BYTES = 1024 * 1024;
