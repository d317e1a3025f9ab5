/**
 * In seconds. A secret is due for renewal `lifetime` after it's issued. Pages check it every `check` seconds and renew it
 * when less than `renewBelow` is left. A session expires `idle` seconds after its last renewal; until then, a returning
 * browser can renew it (docs/decisions/0016).
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
