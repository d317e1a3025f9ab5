/**
 * For the audit log: `from` and `to` of each changed field, but only the names of `unquoted` fields. Returns null if
 * nothing changed. /
 */
export function changedFields<Row extends object>(
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
