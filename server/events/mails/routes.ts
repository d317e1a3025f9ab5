import { implement } from '@orpc/server';
import { mails } from '#contract/mails.ts';
import { call, callAs, withAbility, type ApiContext } from '#server/platform/http/guards.ts';
import { retryMail, undeliveredMails } from './service.ts';

const os = implement(mails).$context<ApiContext>();

export const mailRoutes = {
  listUndelivered: os.listUndelivered
    .use(withAbility('mails.manage'))
    .handler(callAs('mails', undeliveredMails)),

  retry: os.retry.use(withAbility('mails.manage')).handler(call(retryMail)),
};
