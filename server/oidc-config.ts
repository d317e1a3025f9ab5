import type { SettingsEnvironment as Environment } from '#domain/settings.ts';
import { isLocalName } from './platform/http/this-machine.ts';

export type OidcConfig = {
  /** Exactly as the provider spells it, because it must match the "iss" claim in its tokens. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  name: string;
  /** Email domains, in lowercase, that the provider may vouch for; null for all. */
  domains: readonly string[] | null;
  /** Whether to treat email addresses as verified if the provider doesn't say. */
  trustsAddresses: boolean;
};

const REQUIRED_NAMES = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
const OPTIONAL_NAMES = ['OIDC_NAME', 'OIDC_DOMAINS', 'OIDC_ADDRESSES'] as const;

export function readOidc(env: Environment): { oidc: OidcConfig | null; problems: string[] } {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if ([...REQUIRED_NAMES, ...OPTIONAL_NAMES].every((name) => env[name] === undefined))
    return { oidc: null, problems: [] };
  const problems = REQUIRED_NAMES.filter((name) => env[name] === undefined).map(
    (name) => `${name}: is required for OpenID Connect`,
  );
  if (issuer?.startsWith('http:') && !isLocalName(new URL(issuer).hostname))
    problems.push('OIDC_ISSUER: must begin with https, unless the provider is on this machine');
  if (!issuer || !clientId || !clientSecret) return { oidc: null, problems };
  const name = env.OIDC_NAME ?? 'single sign-on';
  const domains = env.OIDC_DOMAINS ?? null;
  const trustsAddresses = env.OIDC_ADDRESSES === 'verified';
  // Otherwise anyone who can enter any address at the provider could take over that account here.
  if (trustsAddresses && domains === null)
    problems.push('OIDC_ADDRESSES: verified also needs OIDC_DOMAINS');
  return { oidc: { issuer, clientId, clientSecret, name, domains, trustsAddresses }, problems };
}
