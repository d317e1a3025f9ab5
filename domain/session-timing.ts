/**
 * Seconds. `lifetime` of a secret; checked every `check` seconds, renewed below `renewBelow`. `idle`: a session ends
 * this long after its last renewal; until then a returning browser can renew it (docs/decisions/0016).
 */
export const SESSION_TIMING = {
  lifetime: 3600,
  check: 30,
  renewBelow: 90,
  idle: 14 * 24 * 3600,
} as const;

/** When a session ends unless renewed. `due`: when its secret is due, in ms since 1970; NaN stays NaN. */
export const endOfSession = (due: number): number =>
  due + (SESSION_TIMING.idle - SESSION_TIMING.lifetime) * 1000;
