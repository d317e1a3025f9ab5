import { z } from 'zod';

const LONGEST_TEXT = 200;

/** A text somebody typed; the router reads '42' in an address as a number. */
export const TextInSearch = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().max(LONGEST_TEXT));

type Parts = Record<string, z.ZodType>;
type Optional<Shape extends Parts> = {
  [Key in keyof Shape]: z.ZodCatch<z.ZodOptional<Shape[Key]>>;
};

/**
 * The part of an address behind '?', for `validateSearch` of a route: each value may be missing, and
 * one that is not valid counts as missing.
 */
export const searchOf = <Shape extends Parts>(shape: Shape) =>
  z.object(
    Object.fromEntries(
      Object.entries(shape).map(([key, part]) => [key, part.optional().catch(undefined)]),
    ) as Optional<Shape>,
  );
