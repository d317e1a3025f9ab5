import { implement } from '@orpc/server';
import type { FastifyPluginAsync } from 'fastify';
import { formSubmissions } from '#contract/form-submissions.ts';
import { AppError } from '#domain/errors.ts';
import { FormSubmissionSelection } from '#domain/form-submissions.ts';
import type { Context } from '#server/platform/context.ts';
import { contentDisposition } from '#server/platform/http/content-disposition.ts';
import { readSession } from '#server/platform/http/cookie.ts';
import { partyOfCaller } from '#server/platform/http/concurrency.ts';
import { call, withAbility, assertAbility, type ApiContext } from '#server/platform/http/guards.ts';
import { changeFormSubmission, exportFor, inboxFor, setUpClient } from './service.ts';

const os = implement(formSubmissions).$context<ApiContext>();

export const formSubmissionRoutes = {
  list: os.list.use(withAbility('form-submissions.manage')).handler(call(inboxFor)),
  update: os.update.use(withAbility('form-submissions.manage')).handler(call(changeFormSubmission)),
  setUpClient: os.setUpClient
    .use(withAbility('form-submissions.manage'))
    .handler(call(setUpClient)),
};

export const inboxExportPlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    app.get('/api/operator/form-submissions/export', async (request, reply) => {
      const session = await readSession(ctx, request);
      const { viewer } = assertAbility(session, 'form-submissions.manage');
      const selection = FormSubmissionSelection.safeParse(request.query);
      if (!selection.success) throw new AppError('INVALID_INPUT');
      const text = await ctx.atOnce.turns(partyOfCaller(session, request), () =>
        exportFor(ctx, viewer, selection.data),
      );
      const day = ctx.clock().toISOString().slice(0, 10);
      return reply
        .type('text/csv; charset=utf-8')
        .header('cache-control', 'no-store')
        .header(
          'content-disposition',
          contentDisposition('attachment', `form-submissions-${day}.csv`),
        )
        .send(text);
    });
  };
