import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWorker } from '#server/worker.ts';
import { openSite, type Site } from '#test/site.ts';
import { testConfig } from '#test/config.ts';
import { parseMail } from '#test/mailbox.ts';
import { runProgram, type Program } from '#test/program.ts';

const VISITORS = 6;
const TAKEN_BEFORE_THE_END = 4;

let folder: string;
let port: number;
let product: Site;
let stopWorker: () => void;
let server: Program | undefined;

/** Accepts `most` emails; later ones get no response. */
async function startServer(most: number) {
  server = runProgram('smtp-server.ts', [folder, String(port), String(most)]);
  expect((await server.lines.next()).value).toBe(String(port));
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return address && typeof address === 'object' ? address.port : 0;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overfly-smtp-'));
  port = await freePort();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const dkim = {
    domain: 'overfly.example',
    selector: 'site',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
  const smtpUrl = `smtp://overfly:${encodeURIComponent('p@ss word')}@127.0.0.1:${port}`;
  product = await openSite({ config: { mail: { ...testConfig('').mail, smtpUrl, dkim } } });
});
afterAll(async () => {
  stopWorker?.();
  await product?.close();
  server?.child.kill('SIGKILL');
  await server?.ended;
  await rm(folder, { recursive: true, force: true });
});

const rows = () =>
  product.rows
    .selectFrom('mails')
    .select(['messageId', 'state', 'attempts'])
    .orderBy('number')
    .execute();

const received = async () => {
  const names = await readdir(folder);
  return Promise.all(names.map(async (name) => parseMail(await readFile(join(folder, name)))));
};

const write = async (visitor: number) => {
  const { token } = (await product.inject({ method: 'GET', url: '/api/contact/token' })).json<{
    token: string;
  }>();
  product.clock.advance(5000);
  return product.inject({
    method: 'POST',
    url: '/api/contact',
    remoteAddress: `203.0.113.${visitor}`,
    payload: { name: 'Ada', email: `ada${visitor}@site.example`, message: 'A question', token },
  });
};

test(
  'a mail server killed during delivery loses no email and gets none twice',
  { timeout: 60_000 },
  async () => {
    await startServer(TAKEN_BEFORE_THE_END);
    for (let visitor = 1; visitor <= VISITORS; visitor++) {
      expect((await write(visitor)).statusCode).toBe(200);
    }
    expect(await rows()).toHaveLength(2 * VISITORS);

    stopWorker = await startWorker(product.ctx);
    expect((await server?.lines.next())?.value).toBe('holds');
    server?.child.kill('SIGKILL');
    await server?.ended;
    await expect
      .poll(async () => (await rows()).filter(({ attempts }) => attempts === 0), {
        timeout: 20_000,
      })
      .toEqual([]);
    const health = async () =>
      (await product.inject({ method: 'GET', url: '/api/health' })).json<{ mail: object }>().mail;
    await expect.poll(health, { timeout: 20_000 }).toEqual({
      ok: false,
      warning: null,
      detail: `SMTP; ${2 * VISITORS - TAKEN_BEFORE_THE_END} emails could not be sent yet`,
    });
    // The visitor sees no error.
    expect((await write(VISITORS + 1)).statusCode).toBe(200);

    await startServer(1000);
    product.clock.advance(60_000);
    await product.ctx.mail.sweep();
    await expect
      .poll(async () => (await rows()).filter(({ state }) => state !== 'sent'), { timeout: 20_000 })
      .toEqual([]);

    const mails = await received();
    const inOrder = (ids: (string | undefined)[]) =>
      ids.map(String).toSorted((a, b) => a.localeCompare(b));
    const wanted = inOrder((await rows()).map((row) => row.messageId));
    expect(inOrder(mails.map(({ headers }) => headers['message-id']))).toEqual(wanted);
    expect(mails).toHaveLength(2 * (VISITORS + 1));
    expect(await health()).toEqual({ ok: true, detail: 'SMTP', warning: null });
    for (const { headers } of mails) {
      expect(headers['dkim-signature']).toMatch(/d=overfly\.example;[\s\S]*s=site;/);
      expect(headers['dkim-signature']?.replaceAll(/\s/g, '')).toMatch(/h=[^;]*from[^;]*reply-to/);
    }
  },
);
