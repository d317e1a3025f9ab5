/** Text as the database accepts it: NUL is left out, and halves of surrogate pairs are replaced (U+FFFD). */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '');

/** Escapes in JSON that may stand for either of them. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i;

/** Parses JSON from outside; all of its texts are storable. Throws a SyntaxError when it is not JSON. */
export const parseStorable = (json: string): unknown =>
  SUSPECT.test(json)
    ? JSON.parse(json, (_key, value: unknown) =>
        typeof value === 'string' ? storable(value) : value,
      )
    : JSON.parse(json);
