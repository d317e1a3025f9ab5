import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Received = { headers: IncomingHttpHeaders; body: string };

export type WebhookReceiver = {
  readonly url: string;
  readonly received: Received[];
  /** Sets the response; `null` never responds. */
  answer(status: number | null, body?: string, headers?: Record<string, string>): void;
  close(): Promise<void>;
};

/** A local webhook receiver. It responds with 204 by default. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: Received[] = [];
  let next: { status: number | null; body: string; headers: Record<string, string> };
  next = { status: 204, body: '', headers: {} };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() });
      if (next.status === null) return;
      response.writeHead(next.status, next.headers).end(next.body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer(status, body = '', headers = {}) {
      next = { status, body, headers };
    },
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
