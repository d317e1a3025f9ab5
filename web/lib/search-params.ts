type Part<T> = (value: unknown) => T | undefined;

const MAX_TEXT_LENGTH = 200;

/** Free text. Accepts numbers, because the router parses '42' as one. */
export const textInSearch: Part<string> = (value) => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text.length <= MAX_TEXT_LENGTH ? text : undefined;
};

export const matching =
  (form: RegExp): Part<string> =>
  (value) =>
    typeof value === 'string' && form.test(value) ? value : undefined;

export const idInSearch = matching(/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i);

export const oneOf =
  <T extends string>(...allowed: readonly T[]): Part<T> =>
  (value) =>
    allowed.find((each) => each === value);

type Read<Shape extends Record<string, Part<unknown>>> = {
  [Key in keyof Shape]?: ReturnType<Shape[Key]>;
};

/** `validateSearch` of a route: drops invalid parameters. Doesn't use zod, which loads only with the forms. */
export const searchOf =
  <Shape extends Record<string, Part<unknown>>>(shape: Shape) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(shape).map(([key, part]) => [key, part(search[key])]),
    ) as Read<Shape>;

type LookInSearch = { viewpoint?: string | undefined; since?: string | undefined };

/** Search parameters of a link to another page that should show the same comparison. */
export const comparisonSearch = ({ viewpoint, since }: LookInSearch) => ({ viewpoint, since });
