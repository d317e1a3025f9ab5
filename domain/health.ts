import { z } from 'zod';

const Part = z.object({
  ok: z.boolean(),
  detail: z.string(),
  /** What is to be looked after although it works, as a sentence; null when nothing is. */
  warning: z.string().nullable(),
});
/** State of the product and of each part it stands on. */
export const Health = z.object({
  ok: z.boolean(),
  version: z.string(),
  database: Part,
  storage: Part,
  queue: Part,
  mail: Part,
});
export type Health = z.infer<typeof Health>;
