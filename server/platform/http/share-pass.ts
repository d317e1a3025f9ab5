import { timingSafeEqual } from 'node:crypto';
import { AppError } from '#domain/errors.ts';
import type { Context } from '../context.ts';
import { keyedHash } from '../crypto.ts';
import { cookieIn, isSecure } from './cookie.ts';

type Config = Context['config'];
type Needs = Pick<Context, 'config' | 'clock'>;
/** A link as far as its lock goes; a `passwordHash` of null asks for no password. */
export type Locked = { id: string; passwordHash: string | null };

/** How long a browser that gave the password is not asked again. */
const PASS_SECONDS = 12 * 3600;

const cookieName = (config: Config, link: Locked) =>
  `${isSecure(config) ? '__Host-' : ''}overfly_pass_${link.id.slice(0, 8)}`;

/** Proof that the password was given, good until `until` (ms); ends when the link gets another. */
const passOf = (config: Config, { id, passwordHash }: Locked, until: number) =>
  `${until}.${keyedHash(config.secretKey, 'share-link-pass', [id, passwordHash ?? '', String(until)])}`;

/**
 * Makes the check of a request, by its cookies: SHARE_PASSWORD_REQUIRED unless a link asks for no
 * password, or this browser gave it in the twelve hours before the request came. What was begun in
 * time may so be finished, if the password has not been changed meanwhile.
 */
export function passCheck({ config, clock }: Needs, cookies: string | undefined) {
  const now = clock().getTime();
  return (link: Locked): void => {
    if (link.passwordHash === null) return;
    const given = cookieIn(cookies, cookieName(config, link)) ?? '';
    const until = Number(given.split('.')[0]);
    const [theirs, ours] = [Buffer.from(given), Buffer.from(passOf(config, link, until))];
    const isProven = theirs.length === ours.length && timingSafeEqual(theirs, ours);
    if (!isProven || !(until > now)) throw new AppError('SHARE_PASSWORD_REQUIRED');
  };
}

/** The cookie that passCheck looks for, as a Set-Cookie header: also pictures and archives need it. */
export function passCookie({ config, clock }: Needs, link: Locked) {
  const pass = passOf(config, link, clock().getTime() + PASS_SECONDS * 1000);
  const secure = isSecure(config) ? '; Secure' : '';
  return `${cookieName(config, link)}=${pass}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${PASS_SECONDS}${secure}`;
}
