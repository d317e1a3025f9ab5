import { implement } from '@orpc/server';
import { mails } from '#contract/mails.ts';
import { able, type ApiContext } from '#server/platform/http/guards.ts';
import { retryMail, troubledMails } from './service.ts';

const os = implement(mails).$context<ApiContext>();

export const mailRoutes = {
  listTroubled: os.listTroubled.use(able('mails.manage')).handler(async ({ context }) => ({
    mails: await troubledMails(context.ctx, context.viewer),
  })),

  retry: os.retry
    .use(able('mails.manage'))
    .handler(({ context, input }) => retryMail(context.ctx, context.viewer, input.id)),
};
