import { oc } from '@orpc/contract';
import { z } from 'zod';
import { ContactInput, ContactToken } from '#domain/contact.ts';
import { SupportMessage } from '#domain/support.ts';

const route = (method: 'GET' | 'POST', path: `/${string}`, summary: string) =>
  oc.route({ method, path, summary, tags: ['Contact'] });

const ReceivedOutput = z.object({ received: z.literal(true) });

export const contact = {
  token: route('GET', '/contact/token', 'Get a token for the contact form').output(ContactToken),
  send: route('POST', '/contact', 'Send a message to the operator')
    .input(ContactInput)
    .output(ReceivedOutput),
  support: route('POST', '/support', 'Ask for help with a project')
    .input(SupportMessage)
    .output(ReceivedOutput),
};
