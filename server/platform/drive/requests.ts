import { setTimeout as pause } from 'node:timers/promises';
import type { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import type { Config } from '#server/config.ts';
import type { Logger } from '../log.ts';
import { textWithTimeout, fetchFromGoogle } from './fetch.ts';
import { jsonOf, retryAfterMs, apiErrorOf, errorCodeIn, isClock } from './errors.ts';
import type { Tokens } from './tokens.ts';

export type DriveRef = { id: string; resourceKey?: string | null | undefined };

export type DriveRequest = {
  url: string;
  query?: Record<string, string | number | boolean | undefined>;
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  headers?: Record<string, string>;
  json?: object;
  about?: readonly DriveRef[];
  signal?: AbortSignal | undefined;
};

export type Requests = {
  /**
   * Retries temporary failures, and retries once with a new token. Throws DRIVE_UNREACHABLE or an error from
   * apiErrorOf.
   */
  send(request: DriveRequest): Promise<Response>;
  /** Returns null if the response isn't 2xx. Failures don't affect the grant. */
  tryOnce(request: DriveRequest): Promise<Response | null>;
  /** Throws DRIVE_ACCESS_ERROR if the response doesn't match the schema, DRIVE_UNREACHABLE if it never ends. */
  read<Schema extends z.ZodType>(request: DriveRequest, schema: Schema): Promise<z.output<Schema>>;
};

const MAX_ATTEMPTS = 5;
/** Low, so that people quickly see that the connection is down. */
const MAX_ATTEMPTS_WITHOUT_RESPONSE = 2;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 60_000;
const RESPONSE_TIMEOUT_MS = 15_000;

type Needs = { tokens: Tokens; log: Logger; bases: Config['drive']['bases'] };

export function createRequests(needs: Needs): Requests {
  const send = (request: DriveRequest) => sendWithRetries(needs, request);
  return {
    send,
    async tryOnce(request) {
      const answer = await sendOnce(needs, request, await needs.tokens.current());
      if (answer instanceof Response && answer.ok) return answer;
      if (answer instanceof Response) await answer.body?.cancel();
      return null;
    },
    async read(request, schema) {
      const parsed = schema.safeParse(jsonOf(await readWithRetries(needs, request)));
      if (!parsed.success) {
        needs.log.warn(
          { url: request.url, err: parsed.error },
          'a response from Drive could not be read',
        );
        throw new AppError('DRIVE_ACCESS_ERROR');
      }
      return parsed.data;
    },
  };
}

async function readWithRetries(needs: Needs, request: DriveRequest): Promise<string> {
  for (let tries = 1; ; tries++) {
    const response = await sendWithRetries(needs, request);
    try {
      return await textWithTimeout(response);
    } catch (error) {
      request.signal?.throwIfAborted();
      // Never repeat a POST that was accepted.
      if (request.method === 'POST' || tries >= MAX_ATTEMPTS_WITHOUT_RESPONSE) throw error;
      needs.log.info({ err: error, tries }, 'a response from Drive never ended');
    }
  }
}

async function sendWithRetries(needs: Needs, request: DriveRequest): Promise<Response> {
  const { tokens, log } = needs;
  let hasNewToken = false;
  for (let tries = 1; ; tries++) {
    const token = await tokens.current();
    const answer = await sendOnce(needs, request, token);
    if (answer instanceof Response && answer.ok) return answer;
    if (answer instanceof Response && answer.status === 401) {
      await answer.body?.cancel();
      if (hasNewToken) {
        await tokens.expired();
        throw new AppError('DRIVE_EXPIRED');
      }
      await tokens.dropRejected(token);
      hasNewToken = true;
      continue;
    }
    const { error, pauseMs } = await failureOf(answer, request);
    const wait = pauseMs ?? FIRST_PAUSE_MS * 2 ** (tries - 1) * (1 + Math.random() / 2);
    const most = answer instanceof Response ? MAX_ATTEMPTS : MAX_ATTEMPTS_WITHOUT_RESPONSE;
    if (!error.shouldRetry || tries >= most || wait > MAX_PAUSE_MS) throw error.appError;
    log.info({ code: error.appError.code, wait, tries }, 'retrying a request to Drive');
    await pause(wait, undefined, request.signal ? { signal: request.signal } : {});
  }
}

async function sendOnce(
  { bases }: Needs,
  request: DriveRequest,
  token: string,
): Promise<Response | Error> {
  const { url, query = {}, method = 'GET', headers, json, about = [], signal } = request;
  const address = new URL(url);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) address.searchParams.set(name, String(value));
  }
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), RESPONSE_TIMEOUT_MS);
  try {
    return await fetchFromGoogle(bases, address, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...resourceKeyHeader(about),
        ...(json ? { 'content-type': 'application/json; charset=UTF-8' } : {}),
        ...headers,
      },
      ...(json ? { body: JSON.stringify(json) } : {}),
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    });
  } catch (error) {
    signal?.throwIfAborted();
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    clearTimeout(timer);
  }
}

/** https://developers.google.com/workspace/drive/api/guides/resource-keys */
function resourceKeyHeader(about: readonly DriveRef[]): Record<string, string> {
  const keys = about.flatMap(({ id, resourceKey }) =>
    resourceKey ? [`${id}/${resourceKey}`] : [],
  );
  return keys.length > 0 ? { 'x-goog-drive-resource-keys': keys.join(',') } : {};
}

type Failure = {
  error: { appError: AppError; shouldRetry: boolean };
  pauseMs?: number | undefined;
};

async function failureOf(answer: Response | Error, { method }: DriveRequest): Promise<Failure> {
  if (answer instanceof Error) {
    const reason = errorCodeIn(answer);
    const code = isClock(reason) ? 'DRIVE_CLOCK' : 'DRIVE_UNREACHABLE';
    const appError = new AppError(code, undefined, { cause: reason ?? answer.message });
    // A POST may have succeeded even though no response arrived.
    return { error: { appError, shouldRetry: code !== 'DRIVE_CLOCK' && method !== 'POST' } };
  }
  const { code, reason, isRetryable } = apiErrorOf(
    answer.status,
    await textWithTimeout(answer).catch(() => ''),
  );
  const appError = new AppError(code, undefined, { cause: `${answer.status} ${reason}` });
  const isSafe = method !== 'POST' || code === 'DRIVE_QUOTA';
  return {
    error: { appError, shouldRetry: isRetryable && isSafe },
    pauseMs: retryAfterMs(answer.headers),
  };
}
