import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { RateLimitedError } from '#domain/errors.ts';
import type { Config } from '#server/config.ts';
import { keyedHash } from '../crypto.ts';
import type { Database } from '../db/database.ts';
import { deleteExpired, libraryClient } from './queries.ts';

export type Count = {
  /** Counts before the attempt, so that parallel attempts count, too. Returns false if over the limit. */
  tryAdd(): Promise<boolean>;
  add(): Promise<void>;
  undo(): Promise<void>;
  reset(): Promise<void>;
};

export type Limit = { of(...party: string[]): Count };

/** `isSecret`: refusals name the whole window as the waiting time, to hide when someone else started trying. */
export type Limits = (
  name: string,
  most: number,
  windowSeconds: number,
  options?: { isSecret?: boolean },
) => Limit;

type Owner = { db: Pick<Database, 'owner'>; config: Pick<Config, 'secretKey'> };

/** Don't use inside a transaction: a rollback would undo the count, which all processes share. */
export function createLimits({ db, config }: Owner): Limits {
  const storeClient = libraryClient(db);
  return (name, points, duration, { isSecret = false } = {}) => {
    const limiter = new RateLimiterPostgres({
      storeClient,
      storeType: 'pool',
      schemaName: 'auth',
      tableName: 'attempts',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration,
    });
    const secondsOf = ({ msBeforeNext }: RateLimiterRes) =>
      isSecret ? duration : msBeforeNext / 1000;
    return {
      of: (...party) => countOf(limiter, keyedHash(config.secretKey, name, party), secondsOf),
    };
  };
}

function countOf(
  limiter: RateLimiterPostgres,
  key: string,
  secondsOf: (refusal: RateLimiterRes) => number,
): Count {
  const refusal = () => limiter.consume(key).then(() => null, refusalOf);
  return {
    tryAdd: async () => (await refusal()) === null,
    async add() {
      const refused = await refusal();
      if (refused) throw new RateLimitedError(secondsOf(refused));
    },
    undo: async () => void (await limiter.reward(key)),
    reset: async () => void (await limiter.delete(key)),
  };
}

function refusalOf(reason: unknown): RateLimiterRes {
  if (reason instanceof Error) throw reason;
  return reason as RateLimiterRes;
}

export type Attempt = {
  /** Clears the party's own count, and removes this attempt from the shared ones. */
  succeeded(): Promise<void>;
  takeBack(): Promise<void>;
};

/**
 * If any count is over its limit, the attempt isn't counted anywhere, so a blocked party can't use up shared limits.
 * Throws RATE_LIMITED.
 */
export async function attempt(own: Count, ...shared: readonly Count[]): Promise<Attempt> {
  const added: Count[] = [];
  const takeBack = async () => {
    for (const count of added) await count.undo();
  };
  try {
    for (const count of [own, ...shared]) {
      await count.add();
      added.push(count);
    }
  } catch (error) {
    await takeBack();
    throw error;
  }
  return {
    takeBack,
    async succeeded() {
      await own.reset();
      for (const count of shared) await count.undo();
    },
  };
}

export async function deleteExpiredAttempts(db: Pick<Database, 'owner'>): Promise<void> {
  await deleteExpired(db, Date.now());
}
