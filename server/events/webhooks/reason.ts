import { errorCode } from '#server/platform/storage/file-errors.ts';

export const CUT_OFF = 'The receiver closed the connection before its response was complete.';

/** What the codes of the system and of Node mean to whoever reads the log. */
const REASONS: readonly [RegExp, string][] = [
  [/^(ECONNRESET|EPIPE)$/, 'The receiver closed the connection without a response.'],
  [/^ECONNREFUSED$/, 'The receiver refused the connection.'],
  [/^ETIMEDOUT$/, 'The receiver did not respond in time.'],
  [/^(EHOST|ENET)(UNREACH|DOWN)$/, 'The receiver cannot be reached from this network.'],
  [/^ENOTFOUND$/, 'The address of the receiver does not exist.'],
  [/^EAI_AGAIN$/, 'The name of the receiver could not be looked up.'],
  [/^CERT_HAS_EXPIRED$/, 'The certificate of the receiver has expired.'],
  [/^CERT_NOT_YET_VALID$/, 'The certificate of the receiver is not valid yet.'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'The certificate of the receiver is for another address.'],
  [/SELF_SIGNED_CERT/, 'The certificate of the receiver is self-signed, so it is not trusted.'],
  [
    /^UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)/,
    "We can't verify the receiver's certificate. It may be self-signed or missing an intermediate certificate.",
  ],
  [/^(EPROTO$|ERR_SSL_)/, 'The receiver refused a secure connection. It may not support HTTPS.'],
  [/^HPE_HEADER_OVERFLOW$/, 'The headers of the response are too long.'],
  [/^HPE_/, 'The response of the receiver is not HTTP.'],
];

/** Why no answer came, in words; null of a failure without a code, which says it itself. */
export function reasonOf(error: unknown): string | null {
  const code = errorCode(error);
  if (code === '') return null;
  const known = REASONS.find(([codes]) => codes.test(code));
  return known?.[1] ?? `The receiver could not be reached (${code}).`;
}
