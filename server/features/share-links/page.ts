import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#domain/errors.ts';
import type { SharedPage, SharedSubmissionFiles } from '#domain/share-links.ts';
import type { Context } from '#server/platform/context.ts';
import { readSession } from '#server/platform/http/cookie.ts';
import { publicOrigin } from '#server/platform/http/origin.ts';
import { countVisit, openSharedView } from './open.ts';
import { isHumanVisit } from './visit.ts';

/** What the page shows: what the link opens, or why there is nothing. */
export type SharedView =
  | {
      kind: 'open';
      token: string;
      origin: string;
      page: SharedPage;
      files: SharedSubmissionFiles | null;
    }
  | { kind: 'gone'; message: string };

/** Makes the whole HTML document of a view: what the build puts into dist/server/shared.js. */
export type RenderSharedPage = (view: SharedView) => string | Promise<string>;

const BUILT = join(import.meta.dirname, '../../../dist/server/shared.js');

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
  (ctx: Context, load: () => Promise<RenderSharedPage> = loadRenderer): FastifyPluginAsync =>
  async (app) => {
    for (const path of ['/shared/:token', '/shared/:token/week']) {
      app.get<{ Params: { token: string } }>(path, async (request, reply) => {
        const { view, status } = await viewOf(ctx, request, request.params.token);
        if (view.kind === 'open') await noteVisit(ctx, request, view.token);
        return send(reply.status(status), await (await load())(view));
      });
    }
  };

const send = (reply: FastifyReply, html: string) => reply.headers(HEADERS).send(html);

async function viewOf(
  ctx: Context,
  request: FastifyRequest,
  token: string,
): Promise<{ view: SharedView; status: number }> {
  try {
    const opened = await openSharedView(ctx, token);
    return {
      view: { kind: 'open', token, origin: publicOrigin(ctx.config, request), ...opened },
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

/** Takes the built page up once: server code never imports web code, and tests need no build. */
async function loadRenderer(): Promise<RenderSharedPage> {
  if (!existsSync(BUILT)) throw new AppError('INTERNAL', 'The web files are not built yet.');
  const built = (await import(pathToFileURL(BUILT).href)) as { renderSharedPage: RenderSharedPage };
  return built.renderSharedPage;
}
