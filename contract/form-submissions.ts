import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import {
  ClientSetUp,
  FormSubmission,
  FormSubmissionChange,
  FormSubmissionQuery,
  Inbox,
} from '#domain/form-submissions.ts';

const route = (method: 'GET' | 'PATCH' | 'POST', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Form submissions'] });

export const formSubmissions = {
  list: route('GET', '/operator/form-submissions', 'List contact form messages')
    .input(FormSubmissionQuery)
    .output(Inbox),
  update: route('PATCH', '/operator/form-submissions/{id}', 'Change the stage of a message')
    .input(FormSubmissionChange.extend({ id: Id }))
    .output(FormSubmission),
  setUpClient: route(
    'POST',
    '/operator/form-submissions/{id}/set-up-client',
    'Create a company, a project and an invitation from a message',
  )
    .input(ClientSetUp.extend({ id: Id }))
    .output(z.object({ companyId: Id, projectId: Id })),
};
