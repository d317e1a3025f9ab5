import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from 'fastify';
import { COMMON_ERRORS } from '#domain/common-errors.ts';
import type { PublicPage } from '#domain/public-site.ts';
import type { Context } from '../context.ts';
import { brandedPage } from './branded-page.ts';
import { derived } from '../derived.ts';
import { earlyContentOf } from './early-responses.ts';
import { publicOrigin } from './origin.ts';
import { loadPublicPages } from './public-pages.ts';
import { preparePage, sendPage, sendPageWithData } from './send-page.ts';
import { siteFilesPlugin } from './site-files.ts';

const WEB = join(import.meta.dirname, '../../../dist/web');
const NOT_BUILT =
  '<!doctype html><title>Overfly</title><p>The web pages have not been built yet.</p>';
/** The app redirects unknown paths below these. */
const AREAS = ['/dashboard', '/operator'];
/** The service worker decides which version of the pages is shown, so it isn't cached. */
const SERVICE_WORKER = 'offline-worker.js';
const HOUR_SECONDS = 3600;
const YEAR_SECONDS = 31_536_000;

const PUBLIC_PAGES: [path: string, page: PublicPage][] = [
  ['/', 'landing'],
  ['/contact', 'contact'],
  ['/portal-demo', 'portalDemo'],
];

/** Hashed files are cached forever, pages are revalidated. */
export const webPlugin =
  ({ config }: Pick<Context, 'config'>): FastifyPluginAsync =>
  async (app) => {
    await serveFiles(app);
    await app.register(siteFilesPlugin({ config }));

    const shellFile = join(WEB, 'app.html');
    const html = existsSync(shellFile) ? readFileSync(shellFile, 'utf8') : NOT_BUILT;
    const shell = derived(
      () => config.brand,
      (brand) => preparePage(brandedPage(html, brand), [brand.logoUrl, brand.logoDarkUrl]),
    );
    const built = await loadPublicPages(config);
    const publicPage = (page: PublicPage, request: FastifyRequest) =>
      built?.page(page, publicOrigin(config, request)) ?? shell();

    for (const [path, page] of PUBLIC_PAGES) {
      for (const spelling of pathVariants(path)) {
        app.get(spelling, (request, reply) =>
          config.site.isPublic
            ? sendPage(request, reply, publicPage(page, request))
            : reply.redirect('/auth'),
        );
      }
    }
    for (const path of screenPaths(built?.appRoutes ?? [])) {
      if (PROJECT_PAGE.includes(path)) continue;
      app.get(path, (request, reply) => sendPage(request, reply, shell()));
    }
    for (const path of PROJECT_PAGE) {
      app.get<{ Params: { id: string } }>(path, async (request, reply) => {
        const beginning = await earlyContentOf(app, request, request.params.id);
        if (beginning === null) return sendPage(request, reply, shell());
        return sendPageWithData(request, reply, shell(), beginning);
      });
    }
    app.setNotFoundHandler((request, reply) => {
      if (wantsPage(request))
        return sendPage(request, reply.status(404), publicPage('notFound', request));
      return reply
        .status(404)
        .send({ code: 'NOT_FOUND', status: 404, message: COMMON_ERRORS.NOT_FOUND[1] });
    });
  };

const pathVariants = (path: string) => (path === '/' ? [path] : [path, `${path}/`]);

/** Often opened on slow connections, so the page includes its first data. */
const PROJECT_PAGE = pathVariants('/dashboard/projects/:id');

const screenPaths = (routes: readonly string[]) =>
  new Set([
    ...routes.flatMap((route) => pathVariants(route.replaceAll('$', ':'))),
    ...AREAS.map((area) => `${area}/*`),
  ]);

/** Returns false for requests for data or pictures. */
function wantsPage({ method, headers: { accept } }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false;
  return accept === undefined || accept === '*/*' || accept.includes('text/html');
}

async function serveFiles(app: FastifyInstance): Promise<void> {
  for (const folder of ['assets', 'pictures']) {
    if (existsSync(join(WEB, folder))) await serveImmutable(app, join(WEB, folder), `/${folder}/`);
  }
  for (const name of listRootFiles()) {
    const maxAge = name === SERVICE_WORKER ? 0 : HOUR_SECONDS * 1000;
    app.get(`/${name}`, (_request, reply) =>
      reply.sendFile(name, WEB, { maxAge, immutable: false }),
    );
  }
}

async function serveImmutable(app: FastifyInstance, root: string, prefix: string): Promise<void> {
  await app.register(fastifyStatic, {
    root,
    prefix,
    index: false,
    immutable: true,
    preCompressed: true,
    maxAge: YEAR_SECONDS * 1000,
    decorateReply: !app.hasReplyDecorator('sendFile'),
  });
}

const listRootFiles = () =>
  (existsSync(WEB) ? readdirSync(WEB, { withFileTypes: true }) : [])
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.html'))
    .map(({ name }) => name);
