import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { ERRORS, type ErrorCode } from '#domain/errors.ts';

/** How long the body of a request may take, and that of an upload may stand still. */
const PATIENCE_MS = 30_000;
/** How long a connection stays open after a last answer, for who has not read it yet. */
const LINGER_MS = 1000;

const CODES: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TOO_SLOW',
  HPE_HEADER_OVERFLOW: 'HEADER_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'REQUEST_TOO_LARGE',
};

type Headers = Readonly<Record<string, string>>;

/** What the bytes of an upload are called (tus 1.0): no route but that of uploads takes them. */
export const UPLOADED = 'application/offset+octet-stream';

/**
 * Answers, in words and then with the end of the connection, what is no request or takes too long to
 * become one. To be called for whatever Node says it cannot read; any further complaint is ignored.
 */
export function unreadableAnswer(headers: Headers) {
  const answered = new WeakSet<Duplex>();
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (answered.has(socket)) return;
    answered.add(socket);
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
    // Not destroyed at once: what the client still sends would make the system drop the answer.
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

/** Looks after what happens on the connections of a server before, and beside, the answers to requests. */
export function guardConnections(server: Server, headers: Headers): void {
  const answer = unreadableAnswer(headers);
  server.on('connection', (socket) => {
    // Asked for once, the address is known for good; of a closed connection nobody learns it any more.
    if (socket.remoteAddress === undefined) socket.destroy();
  });
  server.on('connect', (_request, socket) => answer(new Error('this is no proxy'), socket));
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('request', (request, response) => {
    if (hasBody(request)) limitTime(request, response, answer);
  });
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Ends a request whose body is not there in time. Node's own limit is one for all, but an upload of
 * many gigabytes takes as long as it takes: it may go on while more of it comes, and is wanted.
 */
function limitTime(
  request: IncomingMessage,
  response: ServerResponse,
  answer: ReturnType<typeof unreadableAnswer>,
) {
  const { socket } = request;
  const isUpload = request.headers['content-type'] === UPLOADED;
  let heard = socket.bytesRead;
  const timer = setInterval(() => {
    const hasMore = socket.bytesRead > heard;
    heard = socket.bytesRead;
    if (isUpload && hasMore && !response.writableEnded && !socket.destroyed) return;
    clearInterval(timer);
    if (request.complete) return;
    if (response.headersSent) socket.destroy();
    else answer(tooSlow(), socket);
  }, PATIENCE_MS).unref();
  request.once('end', () => clearInterval(timer));
}

const tooSlow = () =>
  Object.assign(new Error('the request took too long'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
