import { connect, type Socket } from 'node:net';

/** `bytes` of response bodies; `p95` and `p99` in milliseconds. */
export type LoadResult = {
  requests: number;
  bytes: number;
  seconds: number;
  p95: number;
  p99: number;
};

const HEAD_END = Buffer.from('\r\n\r\n');

/**
 * Sends GET requests over `connections` keep-alive sockets for `seconds`, one at a time per socket. Uses plain sockets
 * so that the load generator needs little CPU compared with the server. Rejects on any status except 200 and 206.
 */
export async function load(
  port: number,
  nextRequest: () => string,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<LoadResult> {
  const start = performance.now();
  const end = start + seconds * 1000;
  const lanes = Array.from({ length: connections }, () => lane(port, nextRequest, end));
  const counts = await Promise.all(lanes);
  const waits = counts.flatMap((count) => count.waits).toSorted((a, b) => a - b);
  return {
    requests: counts.reduce((sum, count) => sum + count.requests, 0),
    bytes: counts.reduce((sum, count) => sum + count.bytes, 0),
    seconds: (performance.now() - start) / 1000,
    p95: waits[Math.floor(waits.length * 0.95)] ?? Number.NaN,
    p99: waits[Math.floor(waits.length * 0.99)] ?? Number.NaN,
  };
}

export const get = (path: string, ...headers: string[]) =>
  `${[`GET ${path} HTTP/1.1`, 'host: bench', ...headers].join('\r\n')}\r\n\r\n`;

async function lane(port: number, nextRequest: () => string, end: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const count = { requests: 0, bytes: 0, waits: [] as number[] };
  let asked = performance.now();
  try {
    await exchange(socket, nextRequest, (bytes) => {
      const now = performance.now();
      count.requests++;
      count.bytes += bytes;
      count.waits.push(now - asked);
      asked = now;
      return now < end;
    });
  } finally {
    socket.destroy();
  }
  return count;
}

function exchange(socket: Socket, nextRequest: () => string, onAnswer: (bytes: number) => boolean) {
  return new Promise<void>((resolve, reject) => {
    let missing = 0;
    let length = 0;
    let head: Buffer | null = null;
    const begin = () => {
      head = Buffer.alloc(0);
      socket.write(nextRequest());
    };
    socket.on('connect', begin);
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed the connection')));
    socket.on('data', (chunk: Buffer) => {
      let body = chunk.length;
      if (head) {
        head = head.length ? Buffer.concat([head, chunk]) : chunk;
        const at = head.indexOf(HEAD_END);
        if (at < 0) return;
        const text = head.toString('latin1', 0, at);
        const match = /\r\ncontent-length: (\d+)/i.exec(text);
        if (!/^HTTP\/1\.1 20[06] /.test(text) || !match) {
          reject(new Error(text));
          return;
        }
        length = missing = Number(match[1]);
        body = head.length - at - HEAD_END.length;
        head = null;
      }
      missing -= body;
      if (missing > 0) return;
      if (onAnswer(length)) begin();
      else resolve();
    });
  });
}
