/**
 * Seconds. `lifetime`: intended use of a secret. Checked every `check` seconds and renewed when less than `renewBelow`
 * remain. `idle`: a session ends this long after its last renewal; until then a returning browser can renew it. See
 * docs/decisions/0016.
 */
export const SESSION_TIMING = {
  lifetime: 3600,
  check: 30,
  renewBelow: 90,
  idle: 14 * 24 * 3600,
} as const;

/**
 * When a session ends without renewal, given when its secret is due. Both in milliseconds since 1970; NaN stays NaN.
 */
export const endOfSession = (due: number): number =>
  due + (SESSION_TIMING.idle - SESSION_TIMING.lifetime) * 1000;
