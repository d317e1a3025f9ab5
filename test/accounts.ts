import { expect } from 'vitest';
import type { Site } from './site.ts';
import { PASSWORD } from './factories.ts';
import { deliverMails, readMailbox, type ReceivedMail } from './mailbox.ts';

/** The email job runs in a queue and may have to wait on a busy machine. */
const MAIL_TIMEOUT = { timeout: 20_000 };

export type Answer = Awaited<ReturnType<Site['inject']>>;

export function accountActions({ ctx, inject }: Pick<Site, 'ctx' | 'inject'>) {
  const call =
    (method: 'POST' | 'GET' | 'PATCH' | 'DELETE') =>
    (path: string, body?: object, headers: Record<string, string> = {}) =>
      inject({ method, url: `/api${path}`, headers, ...(body ? { body } : {}) });
  const post = call('POST');

  /** Delivers queued emails, then returns those received, oldest first. */
  async function mailsTo(address: string): Promise<ReceivedMail[]> {
    await deliverMails(ctx);
    return (await readMailbox(ctx.config.dataDir)).filter(({ to }) => to === address);
  }

  /** The secret in the newest emailed link to `page`; waits until there are `count` links. */
  async function linkTo(
    address: string,
    page: 'verify' | 'new-address' | 'recovery',
    count = 1,
  ): Promise<string> {
    const tokens = async () =>
      (await mailsTo(address)).flatMap(({ links }) =>
        links.filter((link) => link.includes(`/auth/${page}#`)).map((link) => tokenOf(link)),
      );
    await expect.poll(async () => (await tokens()).length, MAIL_TIMEOUT).toBe(count);
    return (await tokens()).at(-1) ?? '';
  }

  return {
    post,
    get: call('GET'),
    patch: call('PATCH'),
    remove: call('DELETE'),
    mailsTo,
    linkTo,
    signIn: (email: string, password = PASSWORD, headers: Record<string, string> = {}) =>
      post('/session', { email, password }, headers),
    whoIs: async (cookie: string) =>
      (await call('GET')('/session', undefined, { cookie })).json<unknown>(),
  };
}

const tokenOf = (link: string) => new URL(link).hash.slice(1);

/** The cookie to send back; '' if the response sets none with that name. */
export function cookieIn(answer: Answer, name = 'overfly_session'): string {
  const headers = [answer.headers['set-cookie'] ?? []].flat();
  return headers.find((header) => header.startsWith(`${name}=`))?.split(';')[0] ?? '';
}
