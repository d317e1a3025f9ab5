/** What a value of an address means; undefined when it says nothing valid. */
type Part<T> = (value: unknown) => T | undefined;

const LONGEST_TEXT = 200;

/** A text somebody typed; the router reads '42' in an address as a number. */
export const textInSearch: Part<string> = (value) => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.length <= LONGEST_TEXT ? text : undefined;
};

/** A text of a form, e.g. an id. */
export const matching =
  (form: RegExp): Part<string> =>
  (value) =>
    typeof value === 'string' && form.test(value) ? value : undefined;

export const idInSearch = matching(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i);

export const oneOf =
  <T extends string>(...words: readonly T[]): Part<T> =>
  (value) =>
    words.find((word) => word === value);

type Read<Shape extends Record<string, Part<unknown>>> = {
  [Key in keyof Shape]?: ReturnType<Shape[Key]>;
};

/**
 * The part of an address behind '?', for `validateSearch` of a route: each value may be missing, and
 * one that is not valid counts as missing. Without the library of the forms, which comes with them.
 */
export const searchOf =
  <Shape extends Record<string, Part<unknown>>>(shape: Shape) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(shape).map(([key, part]) => [key, part(search[key])]),
    ) as Read<Shape>;

type LookInSearch = { viewpoint?: string | undefined; since?: string | undefined };

/** For a link from one page to another that begins with the same comparison. */
export const keepLook = ({ viewpoint, since }: LookInSearch) => ({ viewpoint, since });
