/**
 * What `changes` make different of the row `before`, as the log tells it: `from` and `to` of each
 * field, and in `fields` the names of those in `unquoted`. Null when nothing is different.
 */
export function differences<Row extends object>(
  before: Row,
  changes: { [Field in keyof Row]?: Row[Field] | undefined },
  unquoted: readonly (keyof Row)[] = [],
): object | null {
  const fields = (Object.keys(changes) as (keyof Row)[]).filter(
    (field) => changes[field] !== undefined && changes[field] !== before[field],
  );
  if (fields.length === 0) return null;
  const named = fields.filter((field) => unquoted.includes(field));
  const quoted = fields.filter((field) => !unquoted.includes(field));
  return {
    ...(named.length > 0 && { fields: named }),
    ...Object.fromEntries(
      quoted.map((field) => [field, { from: before[field], to: changes[field] }]),
    ),
  };
}
