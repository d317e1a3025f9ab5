import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyPluginAsync } from 'fastify';
import { type BaseMap, externalHost, Preview } from '#domain/base-map.ts';
import type { Context } from '#server/platform/context.ts';
import { derived } from '#server/platform/derived.ts';
import { preparePage, sendPage } from '#server/platform/http/send-page.ts';
import { shownBaseMap } from './service.ts';

const FILE = join(import.meta.dirname, '../../../dist/web/map-frame.html');
const NOT_BUILT = '<!doctype html><title>Map</title><p>The web pages have not been built yet.</p>';

const policyOf = (baseMap: BaseMap) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
    `img-src 'self' data: ${externalHost(baseMap) ?? ''}`.trim(),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join('; ');

/** A separate page, because only its content security policy allows the base map's host. */
export const mapFramePlugin =
  ({ config }: Pick<Context, 'config'>): FastifyPluginAsync =>
  async (app) => {
    const html = existsSync(FILE) ? readFileSync(FILE, 'utf8') : NOT_BUILT;
    const pageOf = ({ baseMap }: Context['config']['baseMap']) => ({
      ...preparePage(html.replace('{{base-map}}', baseMap.kind)),
      policy: policyOf(baseMap),
    });
    const saved = derived(() => config.baseMap, pageOf);
    app.get('/map/frame', (request, reply) => {
      const { preview } = Preview.parse(request.query);
      const isSaved = preview === undefined;
      return sendPage(request, reply, isSaved ? saved() : pageOf(shownBaseMap(config, preview)));
    });
  };
