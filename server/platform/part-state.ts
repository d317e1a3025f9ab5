/**
 * `detail` and `warning` are public; `warning` needs attention although the part works. `error` is only for the log.
 */
export type PartState = { ok: boolean; detail: string; warning?: string | null; error?: unknown };
