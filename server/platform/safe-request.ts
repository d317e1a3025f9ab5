import { request as requestHttp, type IncomingMessage, type RequestOptions } from 'node:http';
import { request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { storable } from '#domain/storable-text.ts';
import type { Config } from '#server/config.ts';
import { addressesOf, publicAddressesOf, type FoundAddress } from './public-address.ts';

const INCOMPLETE_RESPONSE = 'The receiver closed the connection before its response was complete.';
const PRIVATE_ADDRESS = 'This address is in a private network. Only public addresses are allowed.';
const NOT_HTTPS = 'The address must start with https://.';

export type Answer = { status: number; response: string };
type OutgoingRequest = {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
};
/** `maxBytes`: of the response, which is cut off there. */
type Limits = { timeoutMs: number; maxBytes: number };

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

/** For addresses that people enter. Connects only to the addresses that were checked, and follows no redirects. */
export async function requestSafely(
  config: Pick<Config, 'webhooks'>,
  request: OutgoingRequest,
  limits: Limits,
): Promise<Answer> {
  const end = AbortSignal.timeout(limits.timeoutMs);
  const tooLate = new Promise<never>((_resolve, reject) => {
    end.addEventListener('abort', () =>
      reject(new Error(`No response within ${limits.timeoutMs / 1000} seconds.`)),
    );
  });
  const places = await Promise.race([tooLate, resolveTarget(config, request.url)]);
  return Promise.race([tooLate, send(places, request, { signal: end, ...limits })]);
}

function send(
  places: FoundAddress[],
  { method, url, headers, body }: OutgoingRequest,
  { signal, maxBytes }: Limits & { signal: AbortSignal },
) {
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const options: RequestOptions = {
    method,
    headers: { ...headers, ...(bytes && { 'content-length': bytes.length }) },
    // Always a new connection, because a pooled one could lead to an address that wasn't checked.
    agent: false,
    lookup: pinnedTo(places),
    signal,
  };
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(url, options, (answer) => {
      readAnswer(answer, maxBytes).then(resolve, (cause: unknown) =>
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

async function readAnswer(answer: IncomingMessage, maxBytes: number): Promise<Answer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    parts.push(part);
    length += part.length;
    if (length >= maxBytes) break;
  }
  answer.destroy();
  const text = Buffer.concat(parts).subarray(0, maxBytes).toString('utf8');
  return { status: answer.statusCode ?? 0, response: storable(text) };
}
