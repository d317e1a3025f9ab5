/** Text that PostgreSQL accepts: NUL is removed, lone surrogates become U+FFFD. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '');

const UNSTORABLE_ESCAPE = /\\u(?:0000|d[89a-f])/i;

/** Parses JSON with storable strings. Throws a SyntaxError if it's invalid. */
export const parseStorable = (json: string): unknown =>
  UNSTORABLE_ESCAPE.test(json)
    ? JSON.parse(json, (_key, value: unknown) =>
        typeof value === 'string' ? storable(value) : value,
      )
    : JSON.parse(json);
