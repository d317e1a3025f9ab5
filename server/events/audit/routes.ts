import { implement } from '@orpc/server';
import { audit } from '#contract/audit.ts';
import { call, withAbility, type ApiContext } from '#server/platform/http/guards.ts';
import { checkChain } from './chain/check.ts';
import { auditChoices, readAuditPage } from './service.ts';

const os = implement(audit).$context<ApiContext>();
const read = withAbility('audit.read');

export const auditRoutes = {
  list: os.list.use(read).handler(call(readAuditPage)),
  choices: os.choices.use(read).handler(call(auditChoices)),
  check: os.check.use(withAbility('system.manage')).handler(call(checkChain)),
};
