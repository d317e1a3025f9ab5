/** `detail` and `warning` are public, `error` is only for the log. Parts with a `warning` still work. */
export type PartState = { ok: boolean; detail: string; warning?: string | null; error?: unknown };
