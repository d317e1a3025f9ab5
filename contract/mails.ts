import { oc } from '@orpc/contract';
import { z } from 'zod';
import { Id } from '#domain/fields.ts';
import { UndeliveredMail } from '#domain/mails.ts';

const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Emails'] });

export const mails = {
  /** Newest first, at most 100. */
  listUndelivered: route('GET', '/operator/mails/undelivered', 'List unsent emails').output(
    z.object({ mails: z.array(UndeliveredMail) }),
  ),
  retry: route('POST', '/operator/mails/{id}/retry', 'Send an unsent email now')
    .input(z.object({ id: Id }))
    .output(z.object({ id: Id })),
};
