import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import type { RenderSharedPage, SharedScreen, SharedView } from '#contract/shared-view.ts';
import { z } from 'zod';
import { embedSite } from '#domain/embed-sites.ts';
import { AppError } from '#domain/errors.ts';
import { Id } from '#domain/fields.ts';
import type { Brand } from '#domain/public-site.ts';
import type { Context } from '#server/platform/context.ts';
import { readSession } from '#server/platform/http/cookie.ts';
import { writeRetryAfter } from '#server/platform/http/api-error.ts';
import { assertSignedIn } from '#server/platform/http/guards.ts';
import { brandedPage } from '#server/platform/http/branded-page.ts';
import { derived } from '#server/platform/derived.ts';
import { publicOrigin } from '#server/platform/http/origin.ts';
import { acceptsGzip, inlineHashes, pictureHosts } from '#server/platform/http/send-page.ts';
import { passCookie } from '#server/platform/http/share-pass.ts';
import { countPageView } from './counts/counts.ts';
import { openSharedView, withOpenLink } from './open.ts';
import { previewOf } from './preview.ts';
import { createPasswordCheck } from './unlock.ts';

const PATH = /^\/shared\/([\w-]{43})(\/week|\/slider)?(.*)$/s;
/** Doesn't match if a letter or digit follows the token or slash, because that's a different URL. */
const TRAILING_JUNK = /^\/*(?![A-Za-z0-9/]|$)|^\/+$/;

/**
 * Removes characters that email and chat apps append, such as '.', ')', '>' or '%20'. Returns null if there are none.
 */
function cleanUrl(url: string): string | null {
  const queryAt = url.indexOf('?');
  const path = queryAt < 0 ? url : url.slice(0, queryAt);
  const [, token, screen = '', rest = ''] = PATH.exec(path) ?? [];
  if (token === undefined || !TRAILING_JUNK.test(rest)) return null;
  return `/shared/${token}${screen}${queryAt < 0 ? '' : url.slice(queryAt)}`;
}

type Renderer = {
  render: (view: SharedView, onError: (error: unknown) => void) => string;
  template: string;
};

const DIST = join(import.meta.dirname, '../../../dist');

const SCREENS: [string, SharedScreen][] = [
  ['/shared/:token', 'project'],
  ['/shared/:token/week', 'week'],
  ['/shared/:token/slider', 'slider'],
];

const PreviewParams = z.object({ submissionId: Id });

const PageQuery = z.object({
  week: z
    .string()
    .transform((text) => /^[\da-f-]{36}/i.exec(text)?.[0] ?? text)
    .nullable()
    .catch(null)
    .default(null),
});

const FAILED = 'Failed to load the shared project.';

/** Allows style attributes, which contain the placeholder colors of pictures. */
const policyOf = (template: string, brand: Brand) =>
  [
    "default-src 'none'",
    `script-src 'self' ${inlineHashes(template, 'script')}`.trim(),
    `style-src 'self' ${inlineHashes(template, 'style')}`.trim(),
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: ${pictureHosts([brand.logoUrl, brand.logoDarkUrl])}`.trim(),
    "media-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
  ].join('; ');

// The referrer policy hides the token from other sites. 'no-referrer' would also make the password form's origin null,
// which we would reject as cross-site.
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  vary: 'accept-encoding',
  'referrer-policy': 'same-origin',
  'x-robots-tag': 'noindex, nofollow',
};

export const sharedPagePlugin =
  (ctx: Context, load = loadRenderer): FastifyPluginAsync =>
  async (app) => {
    const check = createPasswordCheck(ctx);
    const renderer = derived(
      () => ctx.config.brand,
      async (brand) => {
        const loaded = await load(brand);
        return { ...loaded, policy: policyOf(loaded.template, brand) };
      },
    );
    const send = async (reply: FastifyReply, { view, status, embedSites = [] }: Shown) => {
      const { render, policy } = await renderer();
      // Checked again because values may come from an import or an older version.
      const ancestors = embedSites.flatMap((site) => embedSite(site) ?? []);
      const frames = `frame-ancestors ${["'self'", ...ancestors].join(' ')}`;
      void reply
        .status(status)
        .headers({ ...HEADERS, 'content-security-policy': `${policy}; ${frames}` });
      const html = render(view, (err) => ctx.log.error({ err }, 'failed to render a shared page'));
      if (!acceptsGzip(reply.request)) return reply.send(html);
      return reply.header('content-encoding', 'gzip').send(await promisify(gzip)(html));
    };
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 4096 },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    );
    app.get('/previews/:submissionId', async (request, reply) => {
      const { viewer } = assertSignedIn(await readSession(ctx, request));
      const params = PreviewParams.safeParse(request.params);
      if (!params.success) throw new AppError('SUBMISSION_NOT_FOUND');
      const { submissionId } = params.data;
      const origin = publicOrigin(ctx.config, request);
      const view = await previewOf(ctx, viewer, { submissionId, origin });
      return send(reply, { view, status: 200 });
    });
    app.get('/shared/*', (request, reply) => {
      const address = cleanUrl(request.url);
      return address === null ? reply.callNotFound() : reply.redirect(address);
    });
    for (const [path, screen] of SCREENS) {
      app.get<{ Params: { token: string } }>(path, async (request, reply) => {
        const address = cleanUrl(request.url);
        if (address !== null) return reply.redirect(address);
        const shown = await viewOf(ctx, request, screen);
        if (shown.view.kind === 'open') await countPageView(ctx, request, request.params.token);
        return send(reply, shown);
      });
      app.post<{ Params: { token: string } }>(path, async (request, reply) => {
        const { body, ip, params, url } = request;
        const password = body instanceof URLSearchParams ? (body.get('password') ?? '') : '';
        try {
          const link = await withOpenLink(ctx, params.token, (_tx, row) => row);
          await check(link, password, ip);
          return await reply.header('set-cookie', passCookie(ctx, link)).redirect(url, 303);
        } catch (error) {
          writeRetryAfter(reply, error);
          return send(reply, errorView(ctx, error));
        }
      });
    }
  };

type Shown = { view: SharedView; status: number; embedSites?: readonly string[] };

async function viewOf(
  ctx: Context,
  request: FastifyRequest<{ Params: { token: string } }>,
  screen: SharedScreen,
): Promise<Shown> {
  const { token } = request.params;
  try {
    const visitor = { token, cookies: request.headers.cookie };
    const { week } = PageQuery.parse(request.query);
    const { embedSites, ...opened } = await openSharedView(
      ctx,
      visitor,
      screen === 'project' ? week : null,
    );
    const origin = publicOrigin(ctx.config, request);
    return { view: { kind: 'open', token, screen, origin, ...opened }, status: 200, embedSites };
  } catch (error) {
    return errorView(ctx, error);
  }
}

function errorView(ctx: Context, error: unknown): Shown {
  const { code, message, status } =
    error instanceof AppError ? error : new AppError('INTERNAL', FAILED, { cause: error });
  switch (code) {
    case 'SHARE_LINK_NOT_AVAILABLE':
    case 'SHARE_LINK_EXPIRED':
      return { view: { kind: 'gone', message }, status };
    case 'SHARE_PASSWORD_REQUIRED':
      return { view: { kind: 'locked', error: null }, status };
    case 'SHARE_PASSWORD_WRONG':
    case 'RATE_LIMITED':
      return { view: { kind: 'locked', error: message }, status };
    default:
      ctx.log.error({ err: error }, 'failed to create a shared page');
      return { view: { kind: 'gone', message: code === 'INTERNAL' ? message : FAILED }, status };
  }
}

const NOT_BUILT =
  '<!doctype html><title>Overfly</title><p>The web pages have not been built yet.</p>';

/** Loaded at run time: server code never imports web code, and tests need no build. */
async function loadRenderer(brand: Brand): Promise<Renderer> {
  const [script, document] = [join(DIST, 'server/shared.js'), join(DIST, 'web/shared.html')];
  if (!existsSync(script) || !existsSync(document))
    return { render: () => NOT_BUILT, template: NOT_BUILT };
  const template = brandedPage(await readFile(document, 'utf8'), brand);
  const built = (await import(pathToFileURL(script).href)) as {
    renderSharedPage: RenderSharedPage;
  };
  return {
    render: (view, onError) => built.renderSharedPage(view, template, onError),
    template,
  };
}
