import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import type { RenderSharedPage, SharedView } from '#contract/shared-view.ts';
import { AppError } from '#domain/errors.ts';
import type { Brand } from '#server/config.ts';
import type { Context } from '#server/platform/context.ts';
import { readSession } from '#server/platform/http/cookie.ts';
import { brandedPage } from '#server/platform/http/branded-page.ts';
import { publicOrigin } from '#server/platform/http/origin.ts';
import { countVisit, openSharedView } from './open.ts';
import { isHumanVisit } from './visit.ts';

/** Makes the whole HTML document of a view. */
type RenderView = (view: SharedView) => string;

const DIST = join(import.meta.dirname, '../../../dist');

/** Style attributes carry the colours that stand behind pictures. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ');

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  'x-content-type-options': 'nosniff',
};

/** The page behind a share link, for visitors without an account, rendered at each request. */
export const sharedPagePlugin =
  (ctx: Context, load = () => loadRenderer(ctx.config.brand)): FastifyPluginAsync =>
  async (app) => {
    for (const path of ['/shared/:token', '/shared/:token/week']) {
      app.get<{ Params: { token: string } }>(path, async (request, reply) => {
        const { view, status } = await viewOf(ctx, request, {
          token: request.params.token,
          isWeek: path.endsWith('/week'),
        });
        if (view.kind === 'open') await noteVisit(ctx, request, view.token);
        const render = await load();
        return reply.status(status).headers(HEADERS).send(render(view));
      });
    }
  };

async function viewOf(
  ctx: Context,
  request: FastifyRequest,
  asked: { token: string; isWeek: boolean },
): Promise<{ view: SharedView; status: number }> {
  try {
    const opened = await openSharedView(ctx, asked.token);
    return {
      view: { kind: 'open', ...asked, origin: publicOrigin(ctx.config, request), ...opened },
      status: 200,
    };
  } catch (error) {
    if (error instanceof AppError && error.code === 'SHARE_LINK_NOT_AVAILABLE') {
      return { view: { kind: 'gone', message: error.message }, status: error.status };
    }
    ctx.log.error({ err: error }, 'a shared page could not be made');
    const status = error instanceof AppError ? error.status : 500;
    return { view: { kind: 'gone', message: 'Failed to load the shared project.' }, status };
  }
}

/** Counts a person's visit; visits of staff and of the link's owner are no views. Never rejects. */
async function noteVisit(ctx: Context, request: FastifyRequest, token: string): Promise<void> {
  if (!isHumanVisit(request)) return;
  try {
    const session = await readSession(ctx, request);
    if (session?.viewer.kind === 'staff') return;
    await countVisit(ctx, token, {
      address: request.ip,
      userAgent: request.headers['user-agent'] ?? '',
      profileId: session?.user.id ?? null,
    });
  } catch (error) {
    ctx.log.error({ err: error }, 'a view of a share link could not be counted');
  }
}

const notBuilt: RenderView = () =>
  '<!doctype html><title>Overfly</title><p>The web files are not built yet.</p>';

/** The built page: server code never imports web code, and tests need no build. */
async function loadRenderer(brand: Brand): Promise<RenderView> {
  const [script, document] = [join(DIST, 'server/shared.js'), join(DIST, 'web/shared.html')];
  if (!existsSync(script) || !existsSync(document)) return notBuilt;
  const template = brandedPage(await readFile(document, 'utf8'), brand);
  const built = (await import(pathToFileURL(script).href)) as {
    renderSharedPage: RenderSharedPage;
  };
  return (view) => built.renderSharedPage(view, template);
}
