import type { Config } from '#server/config.ts';
import { AppError } from '#domain/errors.ts';

type Bases = Config['drive']['bases'];

const MAX_REDIRECTS = 5;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Google's content hosts, such as lh3.googleusercontent.com. Deeper subdomains may belong to Google's customers. */
const CONTENT_HOST = /^[a-z\d-]+\.googleusercontent\.com$/;

export const isContentHost = ({ protocol, hostname, port }: URL): boolean =>
  protocol === 'https:' && port === '' && CONTENT_HOST.test(hostname);

/**
 * GET requests follow redirects to configured origins and content hosts. Secret headers are sent only to the first
 * origin.
 */
export async function fetchFromGoogle(
  bases: Bases,
  address: URL,
  init: RequestInit & { headers: Record<string, string> },
): Promise<Response> {
  const origins = new Set(Object.values(bases).map((base) => new URL(base).origin));
  let [url, headers] = [address, init.headers];
  for (let redirects = 0; ; redirects++) {
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    if (init.method !== 'GET' || !REDIRECTS.has(answer.status)) return answer;
    const next = URL.parse(answer.headers.get('location') ?? '', url.href);
    const isAllowed = next !== null && (origins.has(next.origin) || isContentHost(next));
    if (!isAllowed || redirects === MAX_REDIRECTS) return answer;
    await answer.body?.cancel();
    if (next.origin !== url.origin) headers = withoutSecrets(headers);
    url = next;
  }
}

const SECRET_HEADERS = new Set(['authorization', 'x-goog-drive-resource-keys']);

const withoutSecrets = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !SECRET_HEADERS.has(name)));

const BODY_TIMEOUT_MS = 30_000;

/** Throws DRIVE_UNREACHABLE if the body doesn't end in time or the connection breaks. */
export async function* chunksWithTimeout(
  { body }: Response,
  ms: number = BODY_TIMEOUT_MS,
): AsyncGenerator<Uint8Array> {
  if (!body) return;
  const reader: ReadableStreamDefaultReader<Uint8Array> = body.getReader();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no end after ${ms} ms`)), ms);
  // Avoids an unhandled rejection if the reader stops early.
  late.promise.catch(() => {});
  try {
    for (;;) {
      const { done, value } = await Promise.race([reader.read(), late.promise]);
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw new AppError('DRIVE_UNREACHABLE', undefined, { cause: error });
  } finally {
    clearTimeout(timer);
    await reader.cancel().catch(() => {});
  }
}

export async function textWithTimeout(response: Response, ms?: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of chunksWithTimeout(response, ms)) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
