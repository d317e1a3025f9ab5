/** A clock that stands still until it is told to go on. */
export type TestClock = { now(): Date; advance(milliseconds: number): void };

/** A clock that begins at the real time, as the database and its expiries have their own. */
export function createTestClock(start = new Date()): TestClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance: (milliseconds) => {
      at += milliseconds;
    },
  };
}
