import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { escapeHtml } from '#domain/html.ts';
import { iconUrl } from '#domain/site-pictures.ts';
import type { Context } from '../context.ts';
import { publicOrigin } from './origin.ts';

/** Pages that require sign-in or are meant for one person. */
const DISALLOWED_PATHS = [
  '/api/',
  '/auth',
  '/dashboard',
  '/operator',
  '/setup',
  '/shared/',
  '/calendar/',
  '/downloads/',
  '/media/',
];

export const siteFilesPlugin =
  ({ config }: Pick<Context, 'config'>): FastifyPluginAsync =>
  async (app) => {
    const uncached = (reply: FastifyReply) => reply.header('cache-control', 'no-cache');
    app.get('/robots.txt', (request, reply) => {
      const lines = ['User-agent: *', ...DISALLOWED_PATHS.map((path) => `Disallow: ${path}`)];
      const sitemap = `Sitemap: ${publicOrigin(config, request)}/sitemap.xml`;
      return uncached(reply)
        .type('text/plain; charset=utf-8')
        .send(`${lines.join('\n')}\n\n${sitemap}\n`);
    });
    app.get('/sitemap.xml', (request, reply) => {
      const origin = escapeHtml(publicOrigin(config, request));
      const { isPublic, hidden } = config.site;
      const pages = ['/', '/contact', ...(hidden.includes('portal-demo') ? [] : ['/portal-demo'])];
      const urls = (isPublic ? pages : [])
        .map((path) => `<url><loc>${origin}${path}</loc></url>`)
        .join('');
      return uncached(reply)
        .type('application/xml; charset=utf-8')
        .send(
          `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls}</urlset>`,
        );
    });
    app.get('/site.webmanifest', (_request, reply) =>
      uncached(reply)
        .type('application/manifest+json')
        .send({
          name: config.brand.name,
          short_name: config.brand.name,
          description: 'Drone construction monitoring.',
          start_url: '/dashboard',
          scope: '/',
          display: 'standalone',
          background_color: '#ffffff',
          theme_color: config.brand.color,
          icons: ([192, 512] as const).map((size) => ({
            src: iconUrl(config.brand.logoUrl, size) ?? `/icon-${size}.png`,
            sizes: `${size}x${size}`,
            type: 'image/png',
          })),
        }),
    );
  };
