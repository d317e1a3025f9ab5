import { z } from 'zod';

const Part = z.object({
  ok: z.boolean(),
  detail: z.string(),
  warning: z.string().nullable(),
});

export const Health = z.object({
  ok: z.boolean(),
  version: z.string(),
  database: Part,
  storage: Part,
  queue: Part,
  mail: Part,
});
export type Health = z.infer<typeof Health>;
