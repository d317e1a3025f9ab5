import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import type { Context } from '../context.ts';
import { brandedPage } from './branded-page.ts';

const WEB = join(import.meta.dirname, '../../../dist/web');
/** First path segments that the single-page app answers. */
const APP_ROUTES = ['/auth', '/dashboard', '/operator'];
/** For files that keep their name when they change. */
const HOUR_SECONDS = 3600;
const YEAR_SECONDS = 31_536_000;

/** Inline scripts of a page by hash, so that the policy can allow these and nothing else. */
const scriptHashes = (html: string) =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  );

/** Content Security Policy of the product's own pages. Mantine sets element styles, hence style-src. */
const policyOf = (html: string) =>
  [
    "default-src 'self'",
    `script-src 'self' ${scriptHashes(html).join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "form-action 'self'",
  ].join('; ');

/** Names of what stands beside the pages and is no page: the icon, the script of the colour scheme. */
const plainFiles = (folder: string) =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.html'))
    .map(({ name }) => name);

/** The built web files: hashed ones for ever, pages never cached, unknown paths with status 404. */
export const webPlugin =
  ({ config }: Pick<Context, 'config'>): FastifyPluginAsync =>
  async (app) => {
    const page = (name: string) => {
      const path = join(WEB, name);
      return existsSync(path)
        ? brandedPage(readFileSync(path, 'utf8'), config.brand)
        : '<!doctype html><title>Overfly</title><p>The web files are not built yet.</p>';
    };
    const pages = { app: page('app.html'), landing: page('index.html') };
    const sendPage = (reply: FastifyReply, html: string) =>
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-cache')
        .header('content-security-policy', policyOf(html))
        .header('x-content-type-options', 'nosniff')
        .header('referrer-policy', 'strict-origin-when-cross-origin')
        .send(html);

    if (existsSync(join(WEB, 'assets'))) {
      await app.register(fastifyStatic, {
        root: join(WEB, 'assets'),
        prefix: '/assets/',
        index: false,
        immutable: true,
        maxAge: YEAR_SECONDS * 1000,
      });
      for (const name of plainFiles(WEB)) {
        app.get(`/${name}`, (_request, reply) =>
          reply.sendFile(name, WEB, { maxAge: HOUR_SECONDS * 1000, immutable: false }),
        );
      }
    }
    app.get('/', (_request, reply) => sendPage(reply, pages.landing));
    for (const route of APP_ROUTES) {
      app.get(route, (_request, reply) => sendPage(reply, pages.app));
      app.get(`${route}/*`, (_request, reply) => sendPage(reply, pages.app));
    }
    app.setNotFoundHandler((request, reply) => {
      const wantsPage =
        request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
      if (wantsPage) return sendPage(reply.status(404), pages.app);
      return reply.status(404).send({ code: 'NOT_FOUND', status: 404, message: 'Not found.' });
    });
  };
