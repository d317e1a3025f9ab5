/** A clock that only moves when told. */
export type TestClock = { now(): Date; advance(milliseconds: number): void };

/** Starts at the real time, because the database's expiries use its own clock. */
export function createTestClock(start = new Date()): TestClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance: (milliseconds) => {
      at += milliseconds;
    },
  };
}
