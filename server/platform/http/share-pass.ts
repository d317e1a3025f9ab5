import { timingSafeEqual } from 'node:crypto';
import { AppError } from '#domain/errors.ts';
import type { Context } from '../context.ts';
import { keyedHash } from '../crypto.ts';
import { findCookie, isSecure } from './cookie.ts';

type Config = Context['config'];
type Needs = Pick<Context, 'config' | 'clock'>;
export type ProtectedLink = { id: string; passwordHash: string | null };

const PASS_SECONDS = 12 * 3600;

const cookieName = (config: Config, link: ProtectedLink) =>
  `${isSecure(config) ? '__Host-' : ''}overfly_pass_${link.id.slice(0, 8)}`;

/** Valid until `until` (ms), or until the link's password changes. */
const createPass = (config: Config, { id, passwordHash }: ProtectedLink, until: number) =>
  `${until}.${keyedHash(config.secretKey, 'share-link-pass', [id, passwordHash ?? '', String(until)])}`;

/** Uses the time of the request, so that a transfer that started in time can finish. Throws SHARE_PASSWORD_REQUIRED. */
export function passCheck({ config, clock }: Needs, cookies: string | undefined) {
  const now = clock().getTime();
  return (link: ProtectedLink): void => {
    if (link.passwordHash === null) return;
    const given = findCookie(cookies, cookieName(config, link)) ?? '';
    const until = Number(given.split('.')[0]);
    const [theirs, ours] = [Buffer.from(given), Buffer.from(createPass(config, link, until))];
    const isProven = theirs.length === ours.length && timingSafeEqual(theirs, ours);
    if (!isProven || !(until > now)) throw new AppError('SHARE_PASSWORD_REQUIRED');
  };
}

/** The path is / because pictures and archives need the cookie, too. */
export function passCookie({ config, clock }: Needs, link: ProtectedLink) {
  const pass = createPass(config, link, clock().getTime() + PASS_SECONDS * 1000);
  const secure = isSecure(config) ? '; Secure' : '';
  return `${cookieName(config, link)}=${pass}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${PASS_SECONDS}${secure}`;
}
