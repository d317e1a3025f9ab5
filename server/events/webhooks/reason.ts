import { errorCode } from '#server/platform/storage/file-errors.ts';

export const CUT_OFF = 'The receiver closed the connection in the middle of its answer.';

/** What the codes of the system and of Node mean to whoever reads the log. */
const REASONS: readonly [RegExp, string][] = [
  [/^(ECONNRESET|EPIPE)$/, 'The receiver closed the connection without an answer.'],
  [/^ECONNREFUSED$/, 'The receiver refused the connection.'],
  [/^ETIMEDOUT$/, 'The receiver did not take the connection in time.'],
  [/^(EHOST|ENET)(UNREACH|DOWN)$/, 'No way through the network leads to the receiver.'],
  [/^ENOTFOUND$/, 'The name of the receiver leads nowhere.'],
  [/^EAI_AGAIN$/, 'The name of the receiver could not be looked up.'],
  [/^CERT_HAS_EXPIRED$/, 'The certificate of the receiver has expired.'],
  [/^CERT_NOT_YET_VALID$/, 'The certificate of the receiver is not valid yet.'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'The certificate of the receiver is for another name.'],
  [/SELF_SIGNED_CERT/, 'The certificate of the receiver is self-signed, which is not trusted.'],
  [
    /^UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)/,
    'The certificate of the receiver is from an authority unknown here, or an intermediate one is missing.',
  ],
  [
    /^(EPROTO$|ERR_SSL_)/,
    'No secure connection could be agreed on with the receiver, which may not speak HTTPS.',
  ],
  [/^HPE_HEADER_OVERFLOW$/, 'The headers of the answer are too long.'],
  [/^HPE_/, 'The answer of the receiver is not HTTP.'],
];

/** Why no answer came, in words; null of a failure without a code, which says it itself. */
export function reasonOf(error: unknown): string | null {
  const code = errorCode(error);
  if (code === '') return null;
  const known = REASONS.find(([codes]) => codes.test(code));
  return known?.[1] ?? `The receiver could not be reached (${code}).`;
}
