import { implement } from '@orpc/server';
import { mails } from '#contract/mails.ts';
import { call, callAs, able, type ApiContext } from '#server/platform/http/guards.ts';
import { retryMail, undeliveredMails } from './service.ts';

const os = implement(mails).$context<ApiContext>();

export const mailRoutes = {
  listUndelivered: os.listUndelivered
    .use(able('mails.manage'))
    .handler(callAs('mails', undeliveredMails)),

  retry: os.retry.use(able('mails.manage')).handler(call(retryMail)),
};
