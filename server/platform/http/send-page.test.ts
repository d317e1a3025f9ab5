import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { preparePage, sendPage } from './send-page.ts';

const HTML = `<!doctype html><title>Überflug</title><script>start()</script>${'<p>week</p>'.repeat(500)}`;

async function get(encodings?: string, logoUrl = '', known?: string) {
  const app = Fastify();
  const page = preparePage(HTML, logoUrl === undefined ? [] : [logoUrl]);
  app.get('/', (request, reply) => sendPage(request, reply, page));
  const headers = {
    ...(encodings === undefined ? {} : { 'accept-encoding': encodings }),
    ...(known === undefined ? {} : { 'if-none-match': known }),
  };
  return app.inject({ method: 'GET', url: '/', headers });
}

describe('a page', () => {
  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ['identity', undefined, (bytes: Buffer) => bytes],
    [undefined, undefined, (bytes: Buffer) => bytes],
  ])('is sent completely with Accept-Encoding: %s', async (accepted, coding, unpack) => {
    const answer = await get(accepted);
    expect(answer.headers['content-encoding']).toBe(coding);
    expect(answer.headers.vary).toContain('accept-encoding');
    expect(unpack(answer.rawPayload).toString()).toBe(HTML);
  });

  test('is not sent again if unchanged', async () => {
    const { etag } = (await get('br')).headers;
    const again = await get('gzip', undefined, String(etag));
    expect(again.statusCode).toBe(304);
    expect(again.rawPayload).toHaveLength(0);
    expect((await get('br', undefined, 'W/"another"')).statusCode).toBe(200);
  });

  test('allows only its own inline scripts, by hash', async () => {
    const policy = String((await get()).headers['content-security-policy']);
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/]+=*';/);
    expect(policy).not.toMatch(/script-src[^;]*unsafe-inline/);
  });

  test("allows the operator's logo from its host, and nothing else", async () => {
    const policy = String(
      (await get(undefined, 'https://cdn.example/logo.svg')).headers['content-security-policy'],
    );
    expect(policy).toContain("img-src 'self' data: blob: https://cdn.example;");
    expect(policy.match(/cdn\.example/g)).toHaveLength(1);
  });
});
