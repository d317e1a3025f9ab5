import { z } from 'zod';
import { Email } from '#domain/accounts.ts';
import { defineJob } from '#server/platform/queue/queue.ts';

/**
 * Sends a link to the account of an address, if there is one that it is for. A job, so that asking
 * for it takes as long and leaves as much behind whether or not the address is known.
 */
export const sendAccountLink = defineJob({
  name: 'send-account-link',
  payload: z.object({ purpose: z.enum(['verify-email', 'recover-password']), email: Email }),
  concurrency: 1,
});
