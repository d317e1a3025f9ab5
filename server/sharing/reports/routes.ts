import { implement } from '@orpc/server';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { reports } from '#contract/reports.ts';
import { AppError } from '#domain/errors.ts';
import { isUnitsChoice, type UnitsChoice } from '#domain/units.ts';
import type { Recipient } from '#server/platform/auth/person.ts';
import type { Context } from '#server/platform/context.ts';
import { contentDisposition } from '#server/platform/http/content-disposition.ts';
import { call, signedIn, type ApiContext } from '#server/platform/http/guards.ts';
import { openInPlace } from '#server/platform/http/places.ts';
import { PLAIN_PAGE_HEADERS } from '#server/platform/http/plain-page.ts';
import { recipientRoutes } from '#server/platform/http/recipient-routes.ts';
import { requesterOf, whileAllowed } from '#server/platform/http/requester.ts';
import { sendBytes } from '#server/platform/http/send-bytes.ts';
import { reportKey } from '#server/platform/storage/storage.ts';
import { openReport, reportFor } from './service.ts';
import { ASK_AGAIN_SECONDS, failedPage, waitingPage } from './waiting-page.ts';

const os = implement(reports).$context<ApiContext>();

export const reportRoutes = {
  prepare: os.prepare.use(signedIn).handler(call(reportFor)),
};

type Params = { submissionId: string; seal: string };

/** The reports themselves, behind signed addresses that are bound to a person or a share link. */
export const reportPlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    recipientRoutes<Params>(
      app,
      { prefix: '/reports', rest: '/:submissionId/:seal/report.pdf' },
      (request, reply, recipient) => send(ctx, request, reply, recipient),
    );
  };

async function send(
  ctx: Context,
  request: FastifyRequest<{ Params: Params }>,
  reply: FastifyReply,
  recipient: Recipient,
) {
  const requester = await requesterOf(ctx, request, recipient);
  if (!requester) throw new AppError('SUBMISSION_NOT_FOUND');
  const asked = new URL(request.url, 'http://localhost').searchParams;
  const again = asked.has('again');
  const chosen = asked.get('units');
  const units = isUnitsChoice(chosen) ? chosen : null;
  const report = await openInPlace(ctx, 'files', { request, reply, requester }, () =>
    openReport(ctx, requester, { ...request.params, again, units }),
  );
  const { id, fileName, state, percent, fileSize, check } = report;
  if (state !== 'ready' || fileSize === null) {
    return sendPage(reply, { state, percent, units });
  }
  return sendBytes(request, reply, {
    size: fileSize,
    etag: `"${id}"`,
    bytes: ({ start, end }) => ctx.storage.open(reportKey(id), { start, end }),
    watch: whileAllowed(ctx, requester, check),
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': contentDisposition('inline', fileName),
      'cache-control': 'private, no-cache',
      'x-robots-tag': 'noindex, nofollow',
    },
  });
}

type Waiting = {
  state: 'making' | 'ready' | 'failed';
  percent: number;
  units: UnitsChoice | null;
};

function sendPage(reply: FastifyReply, { state, percent, units }: Waiting) {
  // To the address itself: a reload would try again what has failed.
  const address = units ? `report.pdf?units=${units}` : 'report.pdf';
  if (state !== 'failed') reply.header('refresh', `${ASK_AGAIN_SECONDS};url=${address}`);
  return reply
    .status(state === 'failed' ? 503 : 200)
    .headers(PLAIN_PAGE_HEADERS)
    .send(state === 'failed' ? failedPage() : waitingPage(percent));
}
