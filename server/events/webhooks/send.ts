import type { Config } from '#server/config.ts';
import { requestSafely, type Answer } from '#server/platform/safe-request.ts';
import { errorCode } from '#server/platform/storage/file-errors.ts';

const REASONS: readonly [RegExp, string][] = [
  [/^(ECONNRESET|EPIPE)$/, 'The receiver closed the connection without a response.'],
  [/^ECONNREFUSED$/, 'The receiver refused the connection.'],
  [/^ETIMEDOUT$/, 'The receiver did not respond in time.'],
  [/^(EHOST|ENET)(UNREACH|DOWN)$/, "The receiver can't be reached from this network."],
  [/^ENOTFOUND$/, "The receiver's address does not exist."],
  [/^EAI_AGAIN$/, "The receiver's host name could not be looked up."],
  [/^CERT_HAS_EXPIRED$/, "The receiver's certificate has expired."],
  [/^CERT_NOT_YET_VALID$/, "The receiver's certificate is not valid yet."],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, "The receiver's certificate is for another address."],
  [/SELF_SIGNED_CERT/, "The receiver's certificate is self-signed, so it is not trusted."],
  [
    /^UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)/,
    "We can't verify the receiver's certificate. It may be self-signed or missing an intermediate certificate.",
  ],
  [/^(EPROTO$|ERR_SSL_)/, 'The receiver refused a secure connection. It may not support HTTPS.'],
  [/^HPE_HEADER_OVERFLOW$/, 'The response headers are too long.'],
  [/^HPE_/, "The receiver's response is not HTTP."],
];

/** Returns null for an error without a code; its own message is shown instead. */
function reasonOf(error: unknown): string | null {
  const code = errorCode(error);
  if (code === '') return null;
  const known = REASONS.find(([codes]) => codes.test(code));
  return known?.[1] ?? `The receiver can't be reached (${code}).`;
}

const TIMEOUT_MS = 10_000;
const MAX_RESPONSE_BYTES = 1024;

export type Post = { url: string; headers: Record<string, string>; body: string };

/** Reads about 1 KB of the response. Throws a readable error. */
export async function post(
  config: Pick<Config, 'webhooks'>,
  message: Post,
  timeoutMs = TIMEOUT_MS,
): Promise<Answer> {
  try {
    const limits = { timeoutMs, maxBytes: MAX_RESPONSE_BYTES };
    return await requestSafely(config, { method: 'POST', ...message }, limits);
  } catch (error) {
    const text = reasonOf(error);
    throw text === null ? error : new Error(text, { cause: error });
  }
}
