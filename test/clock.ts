/** Stands still until advanced. */
export type TestClock = { now(): Date; advance(milliseconds: number): void };

/** Starts at the real time, because the database has its own clock. */
export function createTestClock(start = new Date()): TestClock {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance: (milliseconds) => {
      at += milliseconds;
    },
  };
}
