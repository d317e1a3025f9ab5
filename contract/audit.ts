import { oc } from '@orpc/contract';
import { AuditChoices, AuditPage, AuditQuery } from '#domain/audit.ts';

const route = (path: `/${string}`, summary: string) =>
  oc.route({ method: 'GET', path, summary, tags: ['Audit'] });

export const audit = {
  list: route('/audit', 'Who did what and when, newest first').input(AuditQuery).output(AuditPage),
  choices: route('/audit/choices', 'People and actions that the log has').output(AuditChoices),
};
