import { oc } from '@orpc/contract';
import { Id } from '#domain/fields.ts';
import {
  FormSubmission,
  FormSubmissionChange,
  FormSubmissionQuery,
  Inbox,
} from '#domain/form-submissions.ts';

const route = (method: 'GET' | 'PATCH', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Form submissions'] });

export const formSubmissions = {
  list: route('GET', '/operator/form-submissions', 'List contact form messages')
    .input(FormSubmissionQuery)
    .output(Inbox),
  update: route('PATCH', '/operator/form-submissions/{id}', 'Mark a message as read or spam')
    .input(FormSubmissionChange.extend({ id: Id }))
    .output(FormSubmission),
};
