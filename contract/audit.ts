import { oc } from '@orpc/contract';
import { AuditCheck, AuditFilters, AuditPage, AuditQuery } from '#domain/audit.ts';

const route = (path: `/${string}`, summary: string, method: 'GET' | 'POST' = 'GET') =>
  oc.route({ method, path, summary, tags: ['Audit'] });

export const audit = {
  list: route('/audit', 'List audit log entries, newest first').input(AuditQuery).output(AuditPage),
  choices: route('/audit/choices', 'List the people and actions in the audit log').output(
    AuditFilters,
  ),
  check: route('/audit/check', 'Verify the hash chain of the audit log', 'POST').output(AuditCheck),
};
