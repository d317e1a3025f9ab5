import { SmartCoercionPlugin } from '@orpc/json-schema';
import { OpenAPIHandler } from '@orpc/openapi/fastify';
import { implement } from '@orpc/server';
import { ZodToJsonSchemaConverter } from '@orpc/zod/zod4';
import fastifyWebsocket from '@fastify/websocket';
import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { contract } from '#contract/contract.ts';
import { scopeOfOperation } from '#contract/token-scopes.ts';
import { AppError } from '#domain/errors.ts';
import type { Config } from '#server/config.ts';
import { describeApi, renderApiReference, type ApiDocument } from './api-document.ts';
import { apiTokenRoutes } from './people/api-tokens/routes.ts';
import { auditRoutes } from './events/audit/routes.ts';
import { accountRoutes, joiningRoutes } from './people/accounts/routes.ts';
import { mapFramePlugin } from './maps/base-map/frame-page.ts';
import { ownTilesPlugin } from './maps/base-map/file-tiles.ts';
import { baseMapRoutes } from './maps/base-map/routes.ts';
import { binRoutes } from './projects/bin/routes.ts';
import { companyRoutes } from './projects/companies/routes.ts';
import { contactRoutes } from './operations/contact/routes.ts';
import { downloadRoutes, downloadPlugin } from './sharing/downloads/routes.ts';
import { driveTransferRoutes } from './drive/transfers/routes.ts';
import { drivePlugin, driveRoutes } from './drive/routes.ts';
import { evidenceRoutes, signingKeysPlugin } from './sharing/evidence/routes.ts';
import { fileRoutes } from './files/routes.ts';
import { formSubmissionRoutes, inboxExportPlugin } from './operations/form-submissions/routes.ts';
import { healthRoutes } from './operations/health/routes.ts';
import { invitationRoutes } from './people/invitations/routes.ts';
import { livePlugin, opensLiveChannel } from './events/live/routes.ts';
import { mailRoutes } from './events/mails/routes.ts';
import { mapRoutes, measurementRoutes, measurementExportPlugin } from './maps/routes.ts';
import { mediaPlugin } from './files/media/routes.ts';
import { createVisibleFiles } from './files/media/service.ts';
import { tilePlugin } from './maps/tile-route.ts';
import { notificationRoutes } from './events/notifications/routes.ts';
import { unsubscribePlugin } from './events/notifications/unsubscribe-page.ts';
import { overviewRoutes } from './operations/overview/routes.ts';
import { peopleRoutes } from './people/routes.ts';
import { projectMemberRoutes } from './projects/members/routes.ts';
import { projectRoutes } from './projects/routes.ts';
import { reportPlugin, reportRoutes } from './sharing/reports/routes.ts';
import { providerPlugin } from './people/session/provider-plugin.ts';
import { sessionRoutes } from './people/session/routes.ts';
import { setupRoutes } from './operations/setup/routes.ts';
import { sharedCardPlugin } from './sharing/share-links/card.ts';
import { sharedPagePlugin } from './sharing/share-links/page.ts';
import { shareLinkRoutes } from './sharing/share-links/routes.ts';
import { drivePreviewPlugin } from './submissions/drive-preview-page.ts';
import { embeddedMapPlugin } from './submissions/embedded-map-page.ts';
import { storedFileRoutes } from './files/stored-files/routes.ts';
import { backupRoutes } from './operations/backups/routes.ts';
import { exportRoutes } from './operations/exports/routes.ts';
import { metricsPlugin } from './operations/system/metrics-page.ts';
import { brandPicturePlugin, pictureUploadPlugin } from './operations/settings/picture-plugins.ts';
import { settingsRoutes } from './operations/settings/routes.ts';
import { systemRoutes } from './operations/system/routes.ts';
import { submissionRoutes } from './submissions/routes.ts';
import { timelapsePlugin, timelapseRoutes } from './sharing/timelapses/routes.ts';
import { uploadRoutes } from './files/uploads/routes.ts';
import { uploadPlugin } from './files/uploads/tus.ts';
import { rasterRoutes } from './maps/rasters/routes.ts';
import { viewpointRoutes } from './viewpoints/routes.ts';
import { flightRecordRoutes } from './submissions/flight-records/routes.ts';
import { guestPinPlugin } from './files/pins/guests/page.ts';
import { replyPicturePlugin, replyPictureUploadPlugin } from './files/pins/reply-pictures.ts';
import { pinExportPlugin } from './files/pins/export.ts';
import { pinRoutes } from './files/pins/routes.ts';
import { engineRoutes, mapBuildRoutes } from './maps/builds/routes.ts';
import { engineWebhookPlugin } from './maps/builds/webhook.ts';
import { calendarPlugin } from './submissions/visits/calendar-links.ts';
import { visitRoutes } from './submissions/visits/routes.ts';
import { cardRoutes } from './submissions/card/routes.ts';
import { webhookRoutes } from './events/webhooks/routes.ts';
import type { Context } from './platform/context.ts';
import { toApiError, toAppError, writeRetryAfter } from './platform/http/api-error.ts';
import { guardConnections, createClientErrorHandler } from './platform/http/connections.ts';
import { readApiToken, isSecure } from './platform/http/cookie.ts';
import { assertScope, readSessionOrToken } from './platform/http/caller.ts';
import type { ApiContext } from './platform/http/guards.ts';
import { isOwnOrigin } from './platform/http/origin.ts';
import { errorPage, PLAIN_PAGE_HEADERS } from './platform/http/plain-page.ts';
import { partyOfCaller, unlessDisconnected } from './platform/http/concurrency.ts';
import { decodableUrl, isAmbiguous } from './platform/http/request-head.ts';
import {
  addRequestIds,
  requestIds,
  setOperation,
  timeRequests,
} from './platform/http/request-id.ts';
import { webPlugin } from './platform/http/web.ts';

const router = implement(contract).$context<ApiContext>().router({
  health: healthRoutes,
  session: sessionRoutes,
  joining: joiningRoutes,
  account: accountRoutes,
  overview: overviewRoutes,
  setup: setupRoutes,
  people: peopleRoutes,
  invitations: invitationRoutes,
  companies: companyRoutes,
  projects: projectRoutes,
  projectMembers: projectMemberRoutes,
  submissions: submissionRoutes,
  flightRecords: flightRecordRoutes,
  files: fileRoutes,
  storedFiles: storedFileRoutes,
  bin: binRoutes,
  uploads: uploadRoutes,
  rasters: rasterRoutes,
  card: cardRoutes,
  engines: engineRoutes,
  mapBuilds: mapBuildRoutes,
  visits: visitRoutes,
  pins: pinRoutes,
  viewpoints: viewpointRoutes,
  timelapses: timelapseRoutes,
  downloads: downloadRoutes,
  evidence: evidenceRoutes,
  driveTransfers: driveTransferRoutes,
  maps: mapRoutes,
  measurements: measurementRoutes,
  reports: reportRoutes,
  shareLinks: shareLinkRoutes,
  contact: contactRoutes,
  formSubmissions: formSubmissionRoutes,
  mails: mailRoutes,
  notifications: notificationRoutes,
  audit: auditRoutes,
  apiTokens: apiTokenRoutes,
  webhooks: webhookRoutes,
  baseMap: baseMapRoutes,
  drive: driveRoutes,
  settings: settingsRoutes,
  system: systemRoutes,
  backups: backupRoutes,
  exports: exportRoutes,
});

/** Time limit for a request's headers; also closes connections that send nothing. */
const HEADERS_TIMEOUT_MS = 20_000;

export async function createApp(
  ctx: Context,
  more: readonly FastifyPluginAsync[] = [],
): Promise<FastifyInstance> {
  const headers = securityHeaders(ctx.config);
  const app = Fastify({
    loggerInstance: ctx.log.child({}, { level: 'warn' }) as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: ctx.config.trustProxy,
    genReqId: requestIds(ctx.config.trustProxy !== false),
    routerOptions: { maxParamLength: 1000 },
    rewriteUrl: decodableUrl,
    // A proxy may still send requests over kept-alive connections: answer them, then close.
    return503OnClosing: false,
    // Bodies have their own limits; see guardConnections.
    requestTimeout: 0,
    http: {
      shouldUpgradeCallback: opensLiveChannel,
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: HEADERS_TIMEOUT_MS / 4,
    },
    clientErrorHandler: createClientErrorHandler(headers),
  });
  guardConnections(app.server, headers);
  addRequestIds(app);
  timeRequests(app, ctx.metrics);
  app.setErrorHandler((error, request, reply) =>
    sendError(request, reply, fastifyError(error, ctx)),
  );
  // This comes first, because it closes the sockets of requests that later hooks reject.
  await app.register(fastifyWebsocket, { options: { maxPayload: 16 * 1024 } });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    if (isAmbiguous(request.raw)) return done(new AppError('REQUEST_MALFORMED'));
    // Browsers never add API tokens to a request, and with a token, cookies are ignored.
    const isOurs = readApiToken(request) !== null || isOwnOrigin(request, ctx.config.publicUrl);
    done(isOurs ? undefined : new AppError('CROSS_SITE_REQUEST'));
  });
  await app.register(livePlugin(ctx));
  await app.register(uploadPlugin(ctx));
  const seen = createVisibleFiles(ctx);
  app.addHook('onClose', async () => seen.close());
  await app.register(mediaPlugin(ctx, seen));
  await app.register(tilePlugin(ctx, seen));
  await app.register(downloadPlugin(ctx));
  await app.register(signingKeysPlugin(ctx));
  await app.register(reportPlugin(ctx));
  await app.register(timelapsePlugin(ctx));
  await app.register(sharedPagePlugin(ctx));
  await app.register(sharedCardPlugin(ctx));
  await app.register(inboxExportPlugin(ctx));
  await app.register(measurementExportPlugin(ctx));
  await app.register(pinExportPlugin(ctx));
  await app.register(unsubscribePlugin(ctx));
  await app.register(calendarPlugin(ctx));
  await app.register(engineWebhookPlugin(ctx));
  await app.register(guestPinPlugin(ctx));
  await app.register(replyPicturePlugin(ctx));
  await app.register(embeddedMapPlugin(ctx));
  await app.register(drivePreviewPlugin(ctx));
  await app.register(mapFramePlugin(ctx));
  await app.register(ownTilesPlugin(ctx));
  await app.register(drivePlugin(ctx));
  await app.register(providerPlugin(ctx));
  await app.register(metricsPlugin(ctx));
  await app.register(brandPicturePlugin(ctx));
  for (const plugin of more) await app.register(plugin);
  registerApi(app, ctx);
  await app.register(webPlugin(ctx));
  return app;
}

function registerApi(app: FastifyInstance, ctx: Context) {
  const schemaConverters = [new ZodToJsonSchemaConverter()];
  const handler = new OpenAPIHandler(router, {
    plugins: [new SmartCoercionPlugin({ schemaConverters })],
    interceptors: [
      async ({ context, ...call }) => {
        const result = await call.next();
        // Use the status that a route set on the reply; the library doesn't let routes return a status above 399.
        if (result.matched && result.response.status === 200) {
          result.response.status = context.reply.statusCode;
        }
        return result;
      },
    ],
    clientInterceptors: [
      async (call) => {
        setOperation(call.context.request, call.path);
        try {
          assertScope(call.context.session, scopeOfOperation(call.path));
          return await call.next();
        } catch (error) {
          writeRetryAfter(call.context.reply, error);
          throw toApiError(toAppError(error, ctx.log, ctx.metrics));
        } finally {
          // Clear it before the response is sent, because the next request must see what this one changed.
          if (call.context.request.method !== 'GET') ctx.sessions.clearCache();
        }
      },
    ],
  });
  // Built on first request, because it takes longer than the rest of startup.
  let document: Promise<ApiDocument> | undefined;
  const describe = () => (document ??= describeApi(schemaConverters));

  app.get('/api/openapi.json', describe);
  app.get('/api/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(renderApiReference(await describe())),
  );
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    // Health checks must work when the database is down, so they don't look up the caller.
    const isHealth = request.url.startsWith('/api/health');
    // For monitors that send HEAD; Node leaves out the body (RFC 9110, section 9.3.2).
    if (isHealth && request.method === 'HEAD') request.raw.method = 'GET';
    const session = isHealth ? null : await readSessionOrToken(ctx, request);
    reply.header('cache-control', 'no-store');
    const handle = () =>
      handler.handle(request, reply, {
        prefix: '/api',
        context: { ctx, session, request, reply },
      });
    const { matched } = await (isHealth
      ? handle()
      : ctx.atOnce.turns(partyOfCaller(session, request), () =>
          unlessDisconnected(request, reply, handle),
        ));
    if (!matched) throw new AppError('NOT_FOUND');
  };
  app.all('/api/*', answer);
  void app.register(pictureUploadPlugin(ctx, answer));
  void app.register(replyPictureUploadPlugin(ctx, answer));
}

function fastifyError(error: unknown, ctx: Context): AppError {
  if (
    error instanceof Error &&
    'statusCode' in error &&
    Number(error.statusCode) < 500 &&
    !(error instanceof AppError)
  ) {
    const isTooLarge = Number(error.statusCode) === 413;
    return new AppError(isTooLarge ? 'REQUEST_TOO_LARGE' : 'INVALID_INPUT', error.message, {
      cause: error,
    });
  }
  return toAppError(error, ctx.log, ctx.metrics);
}

function sendError(request: FastifyRequest, reply: FastifyReply, error: AppError) {
  writeRetryAfter(reply, error);
  // Closing the connection while a body is still arriving would lose the response. See guardConnections.
  void reply.removeHeader('connection');
  reply.status(error.status).header('cache-control', 'no-store');
  // The URL was opened in a browser: send a page.
  if (request.method === 'GET' && request.headers.accept?.includes('text/html'))
    return reply.headers(PLAIN_PAGE_HEADERS).send(errorPage(error));
  return reply.send({ code: error.code, status: error.status, message: error.message });
}

const YEAR_SECONDS = 31_536_000;

/** Sent with every response. HSTS leaves out subdomains: they may belong to other sites. */
const securityHeaders = (config: Config): Readonly<Record<string, string>> => ({
  'x-content-type-options': 'nosniff',
  ...(isSecure(config) ? { 'strict-transport-security': `max-age=${YEAR_SECONDS}` } : {}),
});

const GRACE_MS = 5000;

/** Running requests get `graceMs` to finish, then their connections are cut. Downloads and uploads can resume. */
export async function closeApp(app: FastifyInstance, graceMs = GRACE_MS): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), graceMs);
  try {
    await app.close();
  } finally {
    clearTimeout(cut);
  }
}
