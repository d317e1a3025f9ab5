/** The values that are not as they were when the edit began: what was not touched is not sent. */
export function changedValues<Values extends object>(
  values: Values,
  initial: Values,
): Partial<Values> {
  const changed: Partial<Values> = {};
  for (const field of Object.keys(values) as (keyof Values)[]) {
    if (values[field] !== initial[field]) changed[field] = values[field];
  }
  return changed;
}
