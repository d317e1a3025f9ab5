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
import { CUT_OFF, reasonOf } from './reason.ts';

const TIMEOUT_MS = 10_000;
const KEPT_BYTES = 1024;

const PRIVATE_ADDRESS = 'The address leads to a private network, which webhooks are not sent to.';
const NOT_HTTPS = 'The address does not begin with https://.';

export type Answer = { status: number; response: string };
export type Post = { url: string; headers: Record<string, string>; body: string };

/** Where the host of an address is. Rejects with words when it may not be sent to, or as the look-up does. */
export async function placesOf(
  { webhooks }: Pick<Config, 'webhooks'>,
  url: string,
): Promise<FoundAddress[]> {
  const { protocol, hostname } = new URL(url);
  if (webhooks.allowPrivate) return addressesOf(hostname);
  if (protocol !== 'https:') throw new Error(NOT_HTTPS);
  return publicAddressesOf(hostname, new Error(PRIVATE_ADDRESS));
}

/**
 * Posts a message and reads the beginning of the answer, within `timeoutMs` (10 seconds) in all. It goes to an address that
 * was looked at, whatever the name leads to a moment later; redirects are answers like any other. Rejects when
 * no answer comes.
 */
export async function post(
  config: Pick<Config, 'webhooks'>,
  message: Post,
  timeoutMs = TIMEOUT_MS,
): Promise<Answer> {
  const end = AbortSignal.timeout(timeoutMs);
  const tooLate = new Promise<never>((_resolve, reject) => {
    end.addEventListener('abort', () =>
      reject(new Error(`No answer within ${timeoutMs / 1000} seconds.`)),
    );
  });
  try {
    const places = await Promise.race([tooLate, placesOf(config, message.url)]);
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
    // A connection of its own: none that was made for the name before.
    agent: false,
    lookup: pinnedTo(places),
    signal,
  };
  const request = url.startsWith('https:') ? requestHttps : requestHttp;
  return new Promise<Answer>((resolve, reject) => {
    const sent = request(url, options, (answer) => {
      readAnswer(answer).then(resolve, (cause: unknown) => reject(new Error(CUT_OFF, { cause })));
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
    if (length >= KEPT_BYTES) break;
  }
  answer.destroy();
  const text = Buffer.concat(parts).subarray(0, KEPT_BYTES).toString('utf8');
  return { status: answer.statusCode ?? 0, response: storable(text) };
}
