import { implement } from '@orpc/server';
import { audit } from '#contract/audit.ts';
import { able, type ApiContext } from '#server/platform/http/guards.ts';
import { checkChain } from './chain/check.ts';
import { auditChoices, auditPage } from './service.ts';

const os = implement(audit).$context<ApiContext>();
const read = able('audit.read');

export const auditRoutes = {
  list: os.list
    .use(read)
    .handler(({ context, input }) => auditPage(context.ctx, context.viewer, input)),
  choices: os.choices.use(read).handler(({ context }) => auditChoices(context.ctx, context.viewer)),
  check: os.check
    .use(able('system.manage'))
    .handler(({ context }) => checkChain(context.ctx, context.viewer)),
};
