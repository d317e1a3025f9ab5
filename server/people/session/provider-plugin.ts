import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import type { Provider, ProviderPerson } from '#server/platform/auth/provider/provider.ts';
import type { Context } from '#server/platform/context.ts';
import { toAppError } from '#server/platform/http/api-error.ts';
import { readToken, writeToken } from '#server/platform/http/cookie.ts';
import { publicOrigin } from '#server/platform/http/origin.ts';
import { startSession, NO_TOKEN, originOf } from './routes.ts';
import { claimAccount } from '#server/people/accounts/service.ts';
import { acceptForAddress } from '#server/people/invitations/service.ts';
import type { Origin } from '#server/platform/auth/sessions/session-token.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { presentSignIn, type OpenSession, type PendingSignIn } from './service.ts';

/**
 * The provider is only the first factor. Uses the bound account, or binds the account with the verified address. Throws
 * PROVIDER_ADDRESS_NOT_VERIFIED, PROVIDER_DOMAIN_REFUSED, PROVIDER_ADDRESS_UNKNOWN, PROVIDER_ACCOUNT_OTHER, or
 * PROVIDER_ACCOUNT_DEACTIVATED.
 */
async function signInWithProvider(
  ctx: Context,
  person: ProviderPerson,
  origin: Origin,
): Promise<OpenSession | PendingSignIn> {
  assertDomain(ctx, person);
  try {
    return await presentSignIn(ctx, await signInOrBind(ctx, person, origin));
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'ALREADY_REGISTERED')) throw error;
    // Someone has just signed up with this address; the second attempt finds that account.
    return presentSignIn(ctx, await signInOrBind(ctx, person, origin));
  }
}

/** Checked at every sign-in: people who leave the company lose their address there. */
function assertDomain({ config }: Context, { email }: ProviderPerson) {
  const domains = config.oidc?.domains;
  if (!domains) return;
  if (!email) throw new AppError('PROVIDER_ADDRESS_NOT_VERIFIED');
  const domain = email.slice(email.lastIndexOf('@') + 1);
  if (!domains.includes(domain)) throw new AppError('PROVIDER_DOMAIN_REFUSED');
}

const signInOrBind = (ctx: Context, person: ProviderPerson, origin: Origin) =>
  ctx.db.as({ kind: 'system' }, async (tx) => {
    const known = await ctx.auth.providerAccounts.find(tx, person);
    const signedIn = await ctx.auth.signInAs(
      tx,
      known ?? (await bindAccount(ctx, tx, person)),
      origin,
    );
    // Throwing also rolls back the binding.
    if (!signedIn) throw new AppError('PROVIDER_ACCOUNT_DEACTIVATED');
    return signedIn;
  });

async function bindAccount(ctx: Context, tx: Tx, person: ProviderPerson): Promise<string> {
  const { email } = person;
  if (!email) throw new AppError('PROVIDER_ADDRESS_NOT_VERIFIED');
  const id =
    (await acceptForAddress(ctx, tx, email, person)) ?? (await claimAccount(ctx, tx, email));
  if (!id) throw new AppError('PROVIDER_ADDRESS_UNKNOWN');
  if (!(await ctx.auth.providerAccounts.add(tx, id, person)))
    throw new AppError('PROVIDER_ACCOUNT_OTHER');
  await ctx.record(tx, { type: 'person.provider-bound', id });
  return id;
}

const CALLBACK_PATH = '/api/session/oidc/callback';

/** `//` and `/\` would leave this site; the sign-in page checks again. */
const Start = z.object({
  next: z
    .string()
    .max(500)
    .regex(/^\/(?![/\\])/)
    .nullable()
    .catch(null),
});

/** Redirects to the provider and handles its callback. Errors also end on a page. */
export const providerPlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    app.get('/api/session/oidc', async (request, reply) => {
      const provider = await providerOf(ctx);
      const { next } = Start.parse({ next: null, ...(request.query as object) });
      const redirectUrl = new URL(CALLBACK_PATH, publicOrigin(ctx.config, request)).href;
      try {
        const begun = await provider.begin({ redirectUrl, next });
        writeToken(ctx.config, reply, begun, 'provider');
        return await redirectAway(reply, begun.url);
      } catch (error) {
        return redirectAway(reply, errorPageUrl({ next, failed: failureOf(ctx, error) }));
      }
    });
    app.get(CALLBACK_PATH, async (request, reply) => {
      const provider = await providerOf(ctx);
      const token = readToken(ctx.config, request, 'provider');
      const next = provider.nextOf(token);
      writeToken(ctx.config, reply, NO_TOKEN, 'provider');
      try {
        const step = await handleCallback(ctx, provider, token, { request, reply });
        return await redirectAway(reply, errorPageUrl({ next, step }));
      } catch (error) {
        return redirectAway(reply, errorPageUrl({ next, failed: failureOf(ctx, error) }));
      }
    });
  };

async function providerOf({ auth }: Context): Promise<Provider> {
  const provider = await auth.provider();
  if (!provider) throw new AppError('NOT_FOUND');
  return provider;
}

type Exchange = { request: FastifyRequest; reply: FastifyReply };

/** Returns the sign-in page's next step, or null if the person is signed in. */
async function handleCallback(
  ctx: Context,
  provider: Provider,
  token: string | null,
  exchange: Exchange,
): Promise<'code' | null> {
  const { search } = new URL(exchange.request.url, 'http://localhost');
  const person = await provider.finish(token, search);
  const context = { ctx, ...exchange };
  const opened = await signInWithProvider(ctx, person, originOf(context));
  if (!opened.session) {
    writeToken(ctx.config, exchange.reply, opened, 'sign_in');
    return 'code';
  }
  await startSession(context, opened, 'mail');
  // The browser's previous session must not stay in the cache.
  ctx.sessions.clearCache();
  return null;
}

/** The page explains the error code; the provider's own message is only logged. */
function failureOf(ctx: Context, error: unknown): string {
  const { code, cause } = toAppError(error, ctx.log, ctx.metrics);
  if (cause instanceof Error && code !== 'INTERNAL') {
    const providerError = 'error' in cause ? cause.error : undefined;
    ctx.log.warn(
      { code, reason: cause.message, providerError },
      'a sign-in with the provider failed',
    );
  }
  return code;
}

function errorPageUrl(search: {
  next: string | null;
  step?: string | null;
  failed?: string;
}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value) query.set(name, value);
  return query.size > 0 ? `/auth?${query.toString()}` : '/auth';
}

/** The current URL contains a code, so it must not be cached or sent as a referrer. */
const redirectAway = (reply: FastifyReply, url: string) =>
  reply
    .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .redirect(url, 303);
