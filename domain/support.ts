import { z } from 'zod';
import { CONTACT_LIMITS, CONTACT_MESSAGES, tooLong } from './contact-messages.ts';
import { Id, text } from './fields.ts';

export const SUPPORT_PAGE = /^\/dashboard(?:\/[\w/-]{0,480})?$/;
export const SupportPage = z.string().regex(SUPPORT_PAGE);

export const SupportMessage = z.object({
  message: text(CONTACT_MESSAGES.missing.message)
    .trim()
    .min(1, CONTACT_MESSAGES.missing.message)
    .max(CONTACT_LIMITS.message, tooLong(CONTACT_LIMITS.message)),
  projectId: Id.nullable(),
  page: SupportPage.nullable(),
});
export type SupportMessage = z.output<typeof SupportMessage>;
