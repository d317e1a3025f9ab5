import { implement } from '@orpc/server';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { reports } from '#contract/reports.ts';
import { isUnitsChoice, type UnitsChoice } from '#domain/units.ts';
import type { Context } from '#server/platform/context.ts';
import { call, signedIn, type ApiContext } from '#server/platform/http/guards.ts';
import { PLAIN_PAGE_HEADERS } from '#server/platform/http/plain-page.ts';
import { signedRoutes } from '#server/platform/http/recipient-routes.ts';
import { reportKey } from '#server/platform/storage/storage.ts';
import { sendArtifact } from '#server/sharing/artifact/send.ts';
import { openReport, reportFor } from './service.ts';
import { RELOAD_SECONDS, failedPage, waitingPage } from './waiting-page.ts';

const os = implement(reports).$context<ApiContext>();

export const reportRoutes = {
  prepare: os.prepare.use(signedIn).handler(call(reportFor)),
};

export const reportPlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) =>
    signedRoutes(ctx, app, {
      prefix: 'reports',
      name: 'report.pdf',
      places: 'files',
      notFound: 'SUBMISSION_NOT_FOUND',
      async open(requester, submissionId, { url }) {
        const query = new URL(url, 'http://localhost').searchParams;
        const chosen = query.get('units');
        const units = isUnitsChoice(chosen) ? chosen : null;
        const again = query.has('again');
        return { ...(await openReport(ctx, requester, { submissionId, again, units })), units };
      },
      send(opening, { state, percent, units, fileSize, ...report }) {
        if (state !== 'ready' || fileSize === null)
          return sendPage(opening.reply, { state, percent, units });
        const key = reportKey(report.id);
        return sendArtifact(ctx, opening, {
          ...report,
          fileSize,
          key,
          contentType: 'application/pdf',
        });
      },
    });

type Waiting = {
  state: 'making' | 'ready' | 'failed';
  percent: number;
  units: UnitsChoice | null;
};

function sendPage(reply: FastifyReply, { state, percent, units }: Waiting) {
  // The address leaves out `again`, so that reloading doesn't retry a failed report.
  const address = units ? `report.pdf?units=${units}` : 'report.pdf';
  if (state !== 'failed') reply.header('refresh', `${RELOAD_SECONDS};url=${address}`);
  return reply
    .status(state === 'failed' ? 503 : 200)
    .headers(PLAIN_PAGE_HEADERS)
    .send(state === 'failed' ? failedPage() : waitingPage(percent));
}
