/** How a part of the product is. Everybody may read `detail`; what happened, `error`, is for the log. */
export type PartState = { ok: boolean; detail: string; error?: unknown };
