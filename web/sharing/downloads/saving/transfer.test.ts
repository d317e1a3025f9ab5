import { beforeEach, expect, test } from 'vitest';
import { ResumableFile } from './resumable-file.ts';
import { Transfer, type SaveState } from './transfer.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const random = () =>
  joined(...Array.from({ length: 5 }, () => crypto.getRandomValues(new Uint8Array(60_000))));
const ARCHIVE = random();

function joined(...parts: Bytes[]): Bytes {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

const sha256 = async (bytes: Bytes) =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).join(' ');
const expectSame = async (bytes: Bytes, expected: Bytes) =>
  expect(await sha256(bytes)).toBe(await sha256(expected));

/** A file whose content is visible once it's closed, as in browsers. */
class FakeFile {
  bytes: Bytes = new Uint8Array();
  openings = 0;
  writeError: Error | null = null;

  async getFile() {
    return new File([this.bytes], 'a.zip');
  }

  async createWritable({ keepExistingData = false } = {}) {
    this.openings++;
    let swap: Bytes = keepExistingData ? this.bytes : new Uint8Array();
    const writable = {
      write: async ({ position, data }: { position: number; data: Bytes }) => {
        if (this.writeError) throw this.writeError;
        swap = joined(swap.subarray(0, position), data);
      },
      truncate: async (size: number) => void (swap = swap.subarray(0, size)),
      close: async () => void (this.bytes = swap),
    };
    return writable as unknown as FileSystemWritableFileStream;
  }
}

type Server = {
  archive: Bytes;
  etag: string;
  ranges: (string | null)[];
  /** How many bytes each response sends before the connection breaks; once used up, all of them. */
  cuts: number[];
  refusal: Response | null;
};

const serve =
  (server: Server): typeof fetch =>
  async (_url, init) => {
    const headers = new Headers(init?.headers);
    server.ranges.push(headers.get('range'));
    if (server.refusal) return server.refusal.clone();
    const start = Number(/\d+/.exec(headers.get('range') ?? '')?.[0]);
    const isSame = !headers.has('if-range') || headers.get('if-range') === server.etag;
    const rest = server.archive.subarray(isSame ? start : 0);
    const cut = server.cuts.shift();
    let isSent = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (!isSent) controller.enqueue(rest.slice(0, cut));
        else if (cut === undefined) controller.close();
        else controller.error(new TypeError('cut'));
        isSent = true;
      },
    });
    return new Response(body, { status: isSame ? 206 : 200, headers: { etag: server.etag } });
  };

let server: Server;
let handle: FakeFile;
let kept: number;
let changes: SaveState[];
beforeEach(() => {
  server = { archive: ARCHIVE, etag: '"a"', ranges: [], cuts: [], refusal: null };
  handle = new FakeFile();
  kept = 0;
  changes = [];
});

async function begin(wait: () => Promise<void> = async () => {}) {
  const file = new ResumableFile(handle, async (written) => void (kept = written));
  await file.open(kept);
  return new Transfer({ url: '/a.zip', bytes: server.archive.length }, file, {
    fetch: serve(server),
    wait,
    onChange: (saving) => changes.push(saving),
  });
}
const last = () => changes.at(-1);

test('resumes where it stopped after fifty lost connections', async () => {
  server.cuts = Array.from({ length: 50 }, (_, index) => 1000 + index);
  await (await begin()).start();
  await expectSame(handle.bytes, ARCHIVE);
  expect(last()).toEqual({ status: 'finished', written: ARCHIVE.length, message: null });
  expect(server.ranges.slice(0, 3)).toEqual(['bytes=0-', 'bytes=1000-', 'bytes=2001-']);
  expect([server.ranges.length, handle.openings]).toEqual([51, 1]);
});

test('resumes a paused download after a reload', async () => {
  server.cuts = [70_000, 30_000];
  const first = await begin(async () => void first.pause());
  await first.start();
  expect(last()).toMatchObject({ status: 'paused', written: 70_000 });
  expect([handle.bytes.length, kept]).toEqual([70_000, 70_000]);
  await (await begin()).start();
  expect(server.ranges).toEqual(['bytes=0-', 'bytes=70000-', 'bytes=100000-']);
  await expectSame(handle.bytes, ARCHIVE);
});

test('truncates a file longer than recorded and restarts a shorter one', async () => {
  for (const [length, recorded, range] of [
    [90_000, 70_000, 'bytes=70000-'],
    [400_000, 70_000, 'bytes=70000-'],
    [10, 70_000, 'bytes=0-'],
  ] as const) {
    server.ranges = [];
    handle.bytes = joined(ARCHIVE, ARCHIVE).slice(0, length);
    kept = recorded;
    await (await begin()).start();
    expect(server.ranges).toEqual([range]);
    await expectSame(handle.bytes, ARCHIVE);
  }
});

test('saves large files while downloading, so that a closed tab loses little', async () => {
  server.archive = new Uint8Array(40 * 1024 ** 2).fill(7);
  server.cuts = [33 * 1024 ** 2];
  const keptAtCut: number[] = [];
  await (await begin(async () => void keptAtCut.push(kept))).start();
  expect(keptAtCut).toEqual([33 * 1024 ** 2]);
  await expectSame(handle.bytes, server.archive);
});

test('restarts an archive with another ETag', async () => {
  server.cuts = [1000];
  const change = async () => {
    server.archive = random();
    server.etag = '"b"';
  };
  await (await begin(change)).start();
  await expectSame(handle.bytes, server.archive);
});

test('retries server errors and stops at a refusal with a message', async () => {
  server.refusal = new Response('', { status: 503 });
  let waits = 0;
  const wait = async () => {
    const message = 'This download has expired.';
    if (++waits === 3) server.refusal = Response.json({ message }, { status: 410 });
  };
  await (await begin(wait)).start();
  expect(last()).toEqual({
    status: 'failed',
    written: 0,
    message: 'This download has expired.',
  });
  expect(waits).toBe(3);
});

test('reports a full disk', async () => {
  handle.writeError = new DOMException('full', 'QuotaExceededError');
  await (await begin()).start();
  expect(last()).toMatchObject({
    status: 'failed',
    message: 'The disk is full. Free up space, then continue.',
  });
});
