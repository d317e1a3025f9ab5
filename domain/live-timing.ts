/** Milliseconds. */
export const LIVE_TIMING = {
  heartbeat: 25_000,
  timeout: 10_000,
  reconnect: [1000, 2000, 5000, 10_000],
} as const;
