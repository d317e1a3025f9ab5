import { implement } from '@orpc/server';
import { mails } from '#contract/mails.ts';
import { able, type ApiContext } from '#server/platform/http/guards.ts';
import { retryMail, undeliveredMails } from './service.ts';

const os = implement(mails).$context<ApiContext>();

export const mailRoutes = {
  listUndelivered: os.listUndelivered.use(able('mails.manage')).handler(async ({ context }) => ({
    mails: await undeliveredMails(context.ctx, context.viewer),
  })),

  retry: os.retry
    .use(able('mails.manage'))
    .handler(({ context, input }) => retryMail(context.ctx, context.viewer, input.id)),
};
