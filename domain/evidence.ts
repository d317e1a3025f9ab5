import { z } from 'zod';
import { Id, Instant } from './fields.ts';

/** What an evidence pack is made of: one week, or all published weeks of a project with null. */
export const EvidenceScope = z.object({ projectId: Id, submissionId: Id.nullable() });
export type EvidenceScope = z.infer<typeof EvidenceScope>;

/** The originals that a pack would hold; what is put beside them is small. */
export const EvidenceMeasure = z.object({ fileCount: z.int(), bytes: z.int() });
export type EvidenceMeasure = z.infer<typeof EvidenceMeasure>;

/** Where the public halves of the keys are, for whoever has a pack. */
export const SIGNING_KEYS_PATH = '/.well-known/overfly-signing-key.json';

/** A public key as a JSON Web Key (RFC 8037), the newest first in its set; `kid` is its thumbprint (RFC 7638). */
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

/** Bytes of a file that have a hash of their own, so that a verifier can say where it was changed: 1 MiB. */
export const BLOCK_BYTES = 1024 * 1024;
