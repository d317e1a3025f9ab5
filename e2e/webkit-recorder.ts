import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { AXE } from './accessible.ts';

const SCRIPT = '/recorder.js';

type Recorded = Window & { recordedErrors?: string[] };

/**
 * A proxy that records what WebKit's driver doesn't report: failed requests, and page errors through a script that it
 * injects first. Also injects axe-core.
 */
export async function startRecorder() {
  const failures: string[] = [];
  const server = createServer((asked, answer) => {
    if (asked.url?.endsWith(SCRIPT)) {
      answer.setHeader('cache-control', 'max-age=3600');
      answer.end(`(${record.toString()})();${AXE}`);
    } else forward(asked, answer, failures);
  });
  server.on('upgrade', forwardWebSocket);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    takeFailures: () => failures.splice(0),
    errorsOfPage: () => (window as Recorded).recordedErrors ?? [],
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function forward(incoming: IncomingMessage, answer: ServerResponse, failures: string[]): void {
  const { method = 'GET', url = '' } = incoming;
  const { 'accept-encoding': _, ...headers } = incoming.headers;
  const target = request(url, { method, headers }, (given) => {
    const { statusCode = 0 } = given;
    if (statusCode >= 400) failures.push(`${method} ${url}: status of ${statusCode}`);
    if (given.headers['content-type']?.startsWith('text/html')) void addScript(given, answer);
    else {
      answer.writeHead(statusCode, given.headers);
      given.pipe(answer);
    }
  });
  target.on('error', () => answer.destroy());
  answer.on('close', () => target.destroy());
  incoming.pipe(target);
}

function forwardWebSocket({ url = '', rawHeaders }: IncomingMessage, client: Duplex): void {
  const { hostname, port, pathname, search } = new URL(url);
  const headers = rawHeaders.map((part, index) => part + (index % 2 ? '\r\n' : ': ')).join('');
  const target = connect(Number(port), hostname, () => {
    target.write(`GET ${pathname}${search} HTTP/1.1\r\n${headers}\r\n`);
    client.pipe(target).pipe(client);
  });
  for (const socket of [client, target])
    socket.on('error', () => [client, target].map((one) => one.destroy()));
}

async function addScript(given: IncomingMessage, answer: ServerResponse): Promise<void> {
  const page = (await given.setEncoding('utf8').toArray()).join('');
  const { 'content-length': _, ...headers } = given.headers;
  answer.writeHead(given.statusCode ?? 0, headers);
  answer.end(page.replace('<head>', `<head><script src="${SCRIPT}"></script>`));
}

/** Runs in the page before its own scripts. */
function record(): void {
  // A service worker would load all screens.
  navigator.serviceWorker.register = () => new Promise(() => {});
  const errors: string[] = [];
  (window as Recorded).recordedErrors = errors;
  const failed = (event: Event) => {
    if (event instanceof ErrorEvent) errors.push(`${event.message} (${event.filename})`);
    // Whether WebKitGTK plays videos depends on the machine's codecs.
    else if (event.target instanceof Element && !event.target.closest('video'))
      errors.push(`Not loaded: ${event.target.outerHTML}`);
  };
  addEventListener('error', failed, { capture: true });
  addEventListener('unhandledrejection', ({ reason }) => errors.push(`Unhandled: ${reason}`));
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    errors.push(`${violatedDirective} refused ${blockedURI}`);
  });
  /* oxlint-disable-next-line no-console -- records console output */
  console.error = (...words) => errors.push(words.join(' '));
}
