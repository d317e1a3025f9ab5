import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { storable } from '#domain/storable-text.ts';
import type { Config } from '#server/config.ts';
import {
  addressesOf,
  publicAddressesOf,
  type FoundAddress,
} from '#server/platform/public-address.ts';
import { errorCode } from '#server/platform/storage/file-errors.ts';

const INCOMPLETE_RESPONSE = 'The receiver closed the connection before its response was complete.';

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

const PRIVATE_ADDRESS =
  'This address is in a private network. Webhooks are only sent to public addresses.';
const NOT_HTTPS = 'The address must start with https://.';

export type Answer = { status: number; response: string };
export type Post = { url: string; headers: Record<string, string>; body: string };

/** Resolves the URL's host. Throws a readable error if the address isn't allowed, or the lookup's error. */
export async function resolveTarget(
  { webhooks }: Pick<Config, 'webhooks'>,
  url: string,
): Promise<FoundAddress[]> {
  const { protocol, hostname } = new URL(url);
  if (webhooks.allowPrivate) return addressesOf(hostname);
  if (protocol !== 'https:') throw new Error(NOT_HTTPS);
  return publicAddressesOf(hostname, new Error(PRIVATE_ADDRESS));
}

/** Connects only to the addresses that were checked, and follows no redirects. Reads about 1 KB of the response. */
export async function post(
  config: Pick<Config, 'webhooks'>,
  message: Post,
  timeoutMs = TIMEOUT_MS,
): Promise<Answer> {
  const end = AbortSignal.timeout(timeoutMs);
  const tooLate = new Promise<never>((_resolve, reject) => {
    end.addEventListener('abort', () =>
      reject(new Error(`No response within ${timeoutMs / 1000} seconds.`)),
    );
  });
  try {
    const places = await Promise.race([tooLate, resolveTarget(config, message.url)]);
    return await Promise.race([tooLate, postTo(places, message, end)]);
  } catch (error) {
    const text = reasonOf(error);
    throw text === null ? error : new Error(text, { cause: error });
  }
}

function postTo(places: FoundAddress[], { url, headers, body }: Post, signal: AbortSignal) {
  const bytes = Buffer.from(body);
  const options: RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': bytes.length },
    // Always a new connection, because a pooled one could lead to an address that wasn't checked.
    agent: false,
    lookup: pinnedTo(places),
    signal,
  };
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(url, options, (answer) => {
      readAnswer(answer).then(resolve, (cause: unknown) =>
        reject(new Error(INCOMPLETE_RESPONSE, { cause })),
      );
    });
    sent.on('error', reject);
    sent.end(bytes);
  });
}

const pinnedTo =
  (places: FoundAddress[]): LookupFunction =>
  (_host, { all }, found) => {
    const [first] = places;
    if (!first) return found(new Error('The address does not exist.'), '');
    if (all) found(null, places);
    else found(null, first.address, first.family);
  };

async function readAnswer(answer: IncomingMessage): Promise<Answer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length >= MAX_RESPONSE_BYTES) break;
  }
  answer.destroy();
  const text = Buffer.concat(parts).subarray(0, MAX_RESPONSE_BYTES).toString('utf8');
  return { status: answer.statusCode ?? 0, response: storable(text) };
}
