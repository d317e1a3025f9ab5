import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERRORS, type ErrorCode } from '#domain/errors.ts';

/** Limit for a request body, and for an upload without progress. */
const BODY_TIMEOUT_MS = 30_000;
const LINGER_MS = 1000;

const CODES: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TOO_SLOW',
  HPE_HEADER_OVERFLOW: 'HEADER_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'REQUEST_TOO_LARGE',
};

type Headers = Readonly<Record<string, string>>;

/** tus 1.0; only the upload route accepts it. */
export const UPLOAD_CONTENT_TYPE = 'application/offset+octet-stream';

/** Answers unreadable or slow requests with JSON, then closes the connection. */
export function createClientErrorHandler(headers: Headers) {
  const answered = new WeakSet<Duplex>();
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (answered.has(socket)) return;
    answered.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    // Not destroyed immediately: data that still arrives would reset the connection and lose the response.
    socket.end(rawAnswer(CODES[error.code ?? ''] ?? 'REQUEST_MALFORMED', headers));
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  };
}

function rawAnswer(code: ErrorCode, headers: Headers): string {
  const [status, message] = ERRORS[code];
  const body = JSON.stringify({ code, status, message });
  const head = {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${code}\r\n${lines.join('')}\r\n${body}`;
}

export function guardConnections(server: Server, headers: Headers): void {
  const answer = createClientErrorHandler(headers);
  server.on('connection', (socket) => {
    // Reading the address caches it; it's no longer available once the connection closes.
    if (socket.remoteAddress === undefined) socket.destroy();
  });
  server.on('connect', (_request, socket) =>
    answer(new Error('this server is not a proxy'), socket),
  );
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('request', (request, response) => {
    if (hasBody(request)) limitBodyTime(request, response, answer);
  });
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Node's own limit would also end long uploads, which continue as long as data arrives. */
function limitBodyTime(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ReturnType<typeof createClientErrorHandler>,
) {
  const { socket } = request;
  const isUpload = request.headers['content-type'] === UPLOAD_CONTENT_TYPE;
  let bytesBefore = socket.bytesRead;
  const timer = setInterval(() => {
    const hasMore = socket.bytesRead > bytesBefore;
    bytesBefore = socket.bytesRead;
    if (isUpload && hasMore && !response.writableEnded && !socket.destroyed) return;
    clearInterval(timer);
    if (request.complete) return;
    if (response.headersSent) socket.destroy();
    else answer(onTimeout(), socket);
  }, BODY_TIMEOUT_MS).unref();
  request.once('end', () => clearInterval(timer));
}

const onTimeout = () =>
  Object.assign(new Error('the request took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
