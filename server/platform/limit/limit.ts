import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible';
import { RateLimitedError } from '#domain/errors.ts';
import type { Config } from '#server/config.ts';
import { keyedHash } from '../crypto.ts';
import type { Database } from '../db/database.ts';
import { deleteExpired, libraryClient } from './queries.ts';

/** How often one party has tried something in the window of time that its first try began. */
export type Count = {
  /** Counts a try before it is made, so that many at once count too. False when it is one too many. */
  tryAdd(): Promise<boolean>;
  /** The same, but RATE_LIMITED, with how long to wait, when it is one too many. */
  add(): Promise<void>;
  takeBack(): Promise<void>;
  forget(): Promise<void>;
};

/** How often something may be tried; `of` is the count of one party. */
export type Limit = { of(...party: string[]): Count };

/**
 * Makes limits by name. Two of the same name share their counts. `isSecret`: a refusal says to wait for a
 * whole window, because the rest of it would tell when somebody else began to try.
 */
export type Limits = (
  name: string,
  most: number,
  windowSeconds: number,
  options?: { isSecret?: boolean },
) => Limit;

type Owner = { db: Pick<Database, 'owner'>; config: Pick<Config, 'secretKey'> };

/**
 * Limits whose counts are in the database: one for all processes, kept over a restart, and added to by
 * one statement. It holds keyed hashes instead of addresses. Not to be used inside a transaction,
 * which would take the count back with the rest.
 */
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
    takeBack: async () => void (await limiter.reward(key)),
    forget: async () => void (await limiter.delete(key)),
  };
}

/** The library rejects with how long to wait, or with an error of its store. */
function refusalOf(reason: unknown): RateLimiterRes {
  if (reason instanceof Error) throw reason;
  return reason as RateLimiterRes;
}

/** A try that is counted. */
export type Attempt = {
  /** It was no guess: the tries of its party are forgotten, and this one where others are counted, too. */
  succeeded(): Promise<void>;
  /** It did not take place. */
  takeBack(): Promise<void>;
};

/**
 * Counts a try of one party, and in the counts that it shares with others. A try that one of them
 * refuses is counted in none of the others: who is stopped alone uses up nothing of others. RATE_LIMITED.
 */
export async function attempt(own: Count, ...shared: readonly Count[]): Promise<Attempt> {
  const added: Count[] = [];
  const takeBack = async () => {
    for (const count of added) await count.takeBack();
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
      await own.forget();
      for (const count of shared) await count.takeBack();
    },
  };
}

/** Lets go of counts whose window is over. */
export async function sweepAttempts(db: Pick<Database, 'owner'>): Promise<void> {
  await deleteExpired(db, Date.now());
}
