import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import type { Provider, ProviderPerson } from '#server/platform/auth/provider/provider.ts';
import type { Context } from '#server/platform/context.ts';
import { toAppError } from '#server/platform/http/api-error.ts';
import { readToken, writeToken } from '#server/platform/http/cookie.ts';
import { publicOrigin } from '#server/platform/http/origin.ts';
import { handOver, NOTHING, originOf } from './routes.ts';
import { claimAccount } from '#server/people/accounts/service.ts';
import { acceptForAddress } from '#server/people/invitations/service.ts';
import type { Origin } from '#server/platform/auth/sessions/session-token.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { openedBy, type OpenSession, type OpenStep } from './service.ts';

/**
 * Signs in whoever the provider says somebody is, or goes on to the code: the provider is a first factor.
 * Their account is the one that they are bound to, at first the one of their verified address, or of their
 * open invitation. PROVIDER_ADDRESS_NOT_VERIFIED, PROVIDER_DOMAIN_REFUSED, PROVIDER_ADDRESS_UNKNOWN,
 * PROVIDER_ACCOUNT_OTHER, PROVIDER_ACCOUNT_DEACTIVATED.
 */
async function signInByProvider(
  ctx: Context,
  person: ProviderPerson,
  origin: Origin,
): Promise<OpenSession | OpenStep> {
  assertDomain(ctx, person);
  try {
    return await openedBy(ctx, await enter(ctx, person, origin));
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'ALREADY_REGISTERED')) throw error;
    // Somebody signed up with the address at this moment; now it is seen, and whose it is.
    return openedBy(ctx, await enter(ctx, person, origin));
  }
}

/** Asked every time: whoever has left the company has an address of it no more. */
function assertDomain({ config }: Context, { email }: ProviderPerson) {
  const domains = config.oidc?.domains;
  if (!domains) return;
  if (!email) throw new AppError('PROVIDER_ADDRESS_NOT_VERIFIED');
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (!domains.includes(domain)) throw new AppError('PROVIDER_DOMAIN_REFUSED');
}

const enter = (ctx: Context, person: ProviderPerson, origin: Origin) =>
  ctx.db.as({ kind: 'system' }, async (tx) => {
    const known = await ctx.auth.bound.find(tx, person);
    const signedIn = await ctx.auth.enter(tx, known ?? (await bind(ctx, tx, person)), origin);
    // Takes the binding back, too.
    if (!signedIn) throw new AppError('PROVIDER_ACCOUNT_DEACTIVATED');
    return signedIn;
  });

/** Binds the account of their address to somebody who comes for the first time. */
async function bind(ctx: Context, tx: Tx, person: ProviderPerson): Promise<string> {
  const { email } = person;
  if (!email) throw new AppError('PROVIDER_ADDRESS_NOT_VERIFIED');
  const id =
    (await acceptForAddress(ctx, tx, email, person)) ?? (await claimAccount(ctx, tx, email));
  if (!id) throw new AppError('PROVIDER_ADDRESS_UNKNOWN');
  if (!(await ctx.auth.bound.add(tx, id, person))) throw new AppError('PROVIDER_ACCOUNT_OTHER');
  await ctx.record(tx, { type: 'person.provider-bound', id });
  return id;
}

/** Where the provider sends people back to, below the address of this site. */
const CALLBACK_PATH = '/api/session/oidc/callback';

/** `//` and `/\` would leave this site; the sign-in page looks at it once more. */
const Start = z.object({
  next: z
    .string()
    .max(500)
    .regex(/^\/(?![/\\])/)
    .nullable()
    .catch(null),
});

/** Where people leave for the provider, and come back from it. Both end on a page, also what fails. */
export const providerPlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    app.get('/api/session/oidc', async (request, reply) => {
      const provider = providerOf(ctx);
      const { next } = Start.parse({ next: null, ...(request.query as object) });
      const redirectUrl = new URL(CALLBACK_PATH, publicOrigin(ctx.config, request)).href;
      try {
        const begun = await provider.begin({ redirectUrl, next });
        writeToken(ctx.config, reply, begun, 'provider');
        return await leave(reply, begun.url);
      } catch (error) {
        return leave(reply, pageOf({ next, failed: failureOf(ctx, error) }));
      }
    });
    app.get(CALLBACK_PATH, async (request, reply) => {
      const provider = providerOf(ctx);
      const token = readToken(ctx.config, request, 'provider');
      const next = provider.nextOf(token);
      writeToken(ctx.config, reply, NOTHING, 'provider');
      try {
        const step = await comeBack(ctx, provider, token, { request, reply });
        return await leave(reply, pageOf({ next, step }));
      } catch (error) {
        return leave(reply, pageOf({ next, failed: failureOf(ctx, error) }));
      }
    });
  };

function providerOf({ auth }: Context): Provider {
  if (!auth.provider) throw new AppError('NOT_FOUND');
  return auth.provider;
}

type Exchange = { request: FastifyRequest; reply: FastifyReply };

/** Answers which step of the sign-in page is next; null when there is none. */
async function comeBack(
  ctx: Context,
  provider: Provider,
  token: string | null,
  exchange: Exchange,
): Promise<'code' | null> {
  const { search } = new URL(exchange.request.url, 'http://localhost');
  const person = await provider.finish(token, search);
  const context = { ctx, ...exchange };
  const opened = await signInByProvider(ctx, person, originOf(context));
  if (!opened.session) {
    writeToken(ctx.config, exchange.reply, opened, 'sign_in');
    return 'code';
  }
  await handOver(context, opened, 'mail');
  // Of the session that the browser had before nothing may be remembered.
  ctx.sessions.forget();
  return null;
}

/** What the page says in words; whoever runs the product reads in the log what the provider said. */
function failureOf(ctx: Context, error: unknown): string {
  const { code, cause } = toAppError(error, ctx.log, ctx.metrics);
  if (cause instanceof Error && code !== 'INTERNAL') {
    const said = 'error' in cause ? cause.error : undefined;
    ctx.log.warn({ code, reason: cause.message, said }, 'a sign-in with the provider failed');
  }
  return code;
}

/** The sign-in page, from where whoever is signed in goes on to `next`. */
function pageOf(search: { next: string | null; step?: string | null; failed?: string }): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value) query.set(name, value);
  return query.size > 0 ? `/auth?${query.toString()}` : '/auth';
}

/** The address that is left behind holds a code: nobody may keep it or be told of it. */
const leave = (reply: FastifyReply, url: string) =>
  reply
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(url, 303);
