export const LAST_WEEK = 10;
/** The sample site is visited on Monday mornings in fall. */
export const WEEKS: readonly number[] = Array.from({ length: LAST_WEEK }, (_, index) => index + 1);

/** Weeks with a survey. */
export const SURVEYS: readonly number[] = [1, 6, 10];
export const FILM_WEEK = 7;

const FIRST_DAY = Date.UTC(2026, 8, 14);
const WEEK_MS = 7 * 86_400_000;
/** Milliseconds behind UTC, with daylight saving time until November 1. */
const offsetOf = (day: number) => (day < Date.UTC(2026, 10, 1) ? 5 : 6) * 3_600_000;

/** When a visit's photo is taken; `local` is the camera's clock ('YYYY-MM-DDTHH:MM:SS'). */
export function takenAt(week: number, index: number): { local: string; instant: Date } {
  const day = FIRST_DAY + (week - 1) * WEEK_MS;
  const local = day + 10 * 3_600_000 + (12 + index) * 60_000 + ((index * 17) % 60) * 1000;
  return {
    local: new Date(local).toISOString().slice(0, 19),
    instant: new Date(local + offsetOf(day)),
  };
}
