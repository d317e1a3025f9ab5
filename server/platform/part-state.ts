/**
 * How a part of the product is. Everybody may read `detail` and `warning`, which says what is to be looked
 * after although it works; what happened, `error`, is for the log.
 */
export type PartState = { ok: boolean; detail: string; warning?: string | null; error?: unknown };
