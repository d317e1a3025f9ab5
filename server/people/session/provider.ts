import { AppError } from '#domain/errors.ts';
import { claimAccount } from '#server/people/accounts/service.ts';
import { acceptForAddress } from '#server/people/invitations/service.ts';
import { audit } from '#server/platform/audit.ts';
import type { ProviderPerson } from '#server/platform/auth/provider/provider.ts';
import type { Origin } from '#server/platform/auth/sessions/opening.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { openedBy, type OpenSession, type OpenStep } from './service.ts';

/**
 * Signs in whoever the provider says somebody is, or goes on to the code: the provider is a first factor.
 * Their account is the one that they are bound to, at first the one of their verified address, or of their
 * open invitation. PROVIDER_ADDRESS_NOT_VERIFIED, PROVIDER_DOMAIN_REFUSED, PROVIDER_ADDRESS_UNKNOWN,
 * PROVIDER_ACCOUNT_OTHER, PROVIDER_ACCOUNT_DEACTIVATED.
 */
export async function signInByProvider(
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
  await audit(tx, 'person.provider-bound', { type: 'person', id });
  return id;
}
