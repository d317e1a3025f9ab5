/**
 * In seconds. A secret is due `lifetime` after it was issued; pages check it every `check` and renew it when less than
 * `renewBelow` is left. A session ends `idle` after its last renewal; until then, a returning browser can renew it
 * (docs/decisions/0016).
 */
export const SESSION_TIMING = {
  lifetime: 3600,
  check: 30,
  renewBelow: 90,
  idle: 14 * 24 * 3600,
} as const;

/** When a session ends if it isn't renewed. `due`: when its secret is due. Both in ms since 1970; NaN stays NaN. */
export const endOfSession = (due: number): number =>
  due + (SESSION_TIMING.idle - SESSION_TIMING.lifetime) * 1000;
