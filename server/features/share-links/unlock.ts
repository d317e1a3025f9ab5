import { timingSafeEqual } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '#domain/errors.ts';
import { isPasswordOf } from '#server/platform/auth/passwords.ts';
import { networkOf, refuse } from '#server/platform/auth/sign-in-limit.ts';
import type { Context } from '#server/platform/context.ts';
import { keyedHash } from '#server/platform/crypto.ts';
import { cookieIn, isSecure } from '#server/platform/http/cookie.ts';
import type { OpenShareLinkRow } from './present.ts';

type Config = Context['config'];
type Locked = Pick<OpenShareLinkRow, 'id' | 'passwordHash'>;

/** How long a browser that gave the password is not asked again. */
const PASS_SECONDS = 12 * 3600;
const GUESSES = { perNetwork: 20, perLink: 200, windowSeconds: 15 * 60 };

const cookieName = (config: Config, link: Locked) =>
  `${isSecure(config) ? '__Host-' : ''}overfly_pass_${link.id.slice(0, 8)}`;

/** Proof that the password was given, good until `until` (ms); ends when the link gets another. */
const passOf = (config: Config, { id, passwordHash }: Locked, until: number) =>
  `${until}.${keyedHash(config.secretKey, 'share-link-pass', [id, passwordHash ?? '', String(until)])}`;

/** Whether a link asks for no password, or the browser's cookies prove that it was given lately. */
export function hasPass(
  { config, clock }: Pick<Context, 'config' | 'clock'>,
  link: Locked,
  cookies: string | undefined,
): boolean {
  if (link.passwordHash === null) return true;
  const given = cookieIn(cookies, cookieName(config, link)) ?? '';
  const until = Number(given.split('.')[0]);
  if (!(until > clock().getTime())) return false;
  const [theirs, ours] = [Buffer.from(given), Buffer.from(passOf(config, link, until))];
  return theirs.length === ours.length && timingSafeEqual(theirs, ours);
}

/** The cookie that hasPass looks for, as a Set-Cookie header. */
export function passCookie({ config, clock }: Pick<Context, 'config' | 'clock'>, link: Locked) {
  const pass = passOf(config, link, clock().getTime() + PASS_SECONDS * 1000);
  const secure = isSecure(config) ? '; Secure' : '';
  return `${cookieName(config, link)}=${pass}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${PASS_SECONDS}${secure}`;
}

/** Checks passwords of links, as often as one party may guess. Counts are of this process. */
export function createPasswordCheck() {
  const { perNetwork, perLink, windowSeconds } = GUESSES;
  const networks = new RateLimiterMemory({ points: perNetwork, duration: windowSeconds });
  const links = new RateLimiterMemory({ points: perLink, duration: windowSeconds });

  /** SHARE_PASSWORD_WRONG, RATE_LIMITED. */
  return async (link: Locked, password: string, address: string): Promise<void> => {
    if (link.passwordHash === null) return;
    await networks.consume(networkOf(address)).catch(refuse);
    await links.consume(link.id).catch(refuse);
    const isRight = await isPasswordOf(link.passwordHash, password);
    if (!isRight) throw new AppError('SHARE_PASSWORD_WRONG');
    await networks.reward(networkOf(address));
    await links.reward(link.id);
  };
}
