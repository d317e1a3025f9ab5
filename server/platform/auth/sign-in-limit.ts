import { isIPv6 } from 'node:net';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError } from '#domain/errors.ts';

/** Wrong passwords in a window: for one account from anywhere, and from one network for any account. */
const WINDOW_SECONDS = 15 * 60;
const PER_ACCOUNT = 10;
const PER_NETWORK = 50;

/** Bounds how often passwords can be guessed. Counts are of this process. */
export function createSignInLimit() {
  const accounts = new RateLimiterMemory({ points: PER_ACCOUNT, duration: WINDOW_SECONDS });
  const networks = new RateLimiterMemory({ points: PER_NETWORK, duration: WINDOW_SECONDS });

  return {
    /** Counts an attempt before it is made, so that many at once count too. RATE_LIMITED. */
    async count(email: string, address: string) {
      await networks.consume(networkOf(address)).catch(refuse);
      await accounts.consume(email).catch(refuse);
    },
    /** Takes an attempt back that was no guess. */
    async forgive(email: string, address: string) {
      await networks.reward(networkOf(address));
      await accounts.reward(email);
    },
    /** Forgets the guesses at an account, whose owner has come in from `address`. */
    async succeed(email: string, address: string) {
      await networks.reward(networkOf(address));
      await accounts.delete(email);
    },
  };
}

/** The library rejects with how long to wait, or with an error of its store. */
export function refuse(reason: unknown): never {
  if (reason instanceof Error) throw reason;
  throw new AppError('RATE_LIMITED');
}

/** What one party can be assumed to hold: an IPv4 address, or a /64 of IPv6 (RFC 6177). */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const [left, right] = bare.split('::').map((side) => side.split(':').filter(Boolean));
  const given = [...(left ?? []), ...(right ?? [])].length;
  const groups = [...(left ?? []), ...Array<string>(8 - given).fill('0'), ...(right ?? [])];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
