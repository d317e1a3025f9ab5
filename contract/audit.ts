import { oc } from '@orpc/contract';
import { AuditChoices, AuditPage, AuditQuery } from '#domain/audit.ts';

const route = (path: `/${string}`, summary: string) =>
  oc.route({ method: 'GET', path, summary, tags: ['Audit'] });

export const audit = {
  list: route('/audit', 'List audit log entries, newest first').input(AuditQuery).output(AuditPage),
  choices: route('/audit/choices', 'List people and actions in the audit log').output(AuditChoices),
};
