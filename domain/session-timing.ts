/**
 * In seconds. `lifetime`: how long a secret is meant to be used; looked at every 30 s, it is renewed when
 * less than 90 s are left of that. `idle`: how long after its last renewal a session ends; until then a
 * browser that comes back renews it. See docs/decisions/0016.
 */
export const SESSION_TIMING = {
  lifetime: 3600,
  check: 30,
  renewBelow: 90,
  idle: 14 * 24 * 3600,
} as const;

/**
 * When a session ends that nobody renews any more, from when its secret is due; both in milliseconds
 * since 1970. NaN stays NaN.
 */
export const endOfSession = (due: number): number =>
  due + (SESSION_TIMING.idle - SESSION_TIMING.lifetime) * 1000;
