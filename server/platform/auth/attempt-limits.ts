import { RateLimiterMemory } from 'rate-limiter-flexible';
import { networkOf, refuse } from './sign-in-limit.ts';

const MINUTE = 60;
const HOUR = 3600;

/**
 * How often the things that cost mail, reveal something or can be guessed may be done, beside
 * signing in. By the network of the connection, which no header changes, and by account or address.
 * Each counts an attempt before it is made and rejects with RATE_LIMITED. Counts are of this process.
 */
export type AttemptLimits = ReturnType<typeof createAttemptLimits>;

export function createAttemptLimits() {
  const limiter = (points: number, duration: number) => new RateLimiterMemory({ points, duration });
  const companyCodes = limiter(120, 15 * MINUTE);
  const signUps = limiter(30, HOUR);
  const mailsFrom = limiter(30, HOUR);
  const mailsTo = limiter(5, HOUR);
  const codes = limiter(10, 15 * MINUTE);
  const count = async (limit: RateLimiterMemory, key: string) => {
    await limit.consume(key).catch(refuse);
  };
  return {
    companyCode: (address: string) => count(companyCodes, networkOf(address)),
    signUp: (address: string) => count(signUps, networkOf(address)),
    /** A mail that somebody at `address` has sent to `email`. */
    async mail(email: string, address: string) {
      await count(mailsFrom, networkOf(address));
      await count(mailsTo, email);
    },
    /** A code of a second factor; `forget` once a right one was given. */
    code: (profileId: string) => count(codes, profileId),
    forgetCodes: async (profileId: string) => void (await codes.delete(profileId)),
  };
}
