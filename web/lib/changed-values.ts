/** Only the values that changed, so that untouched fields aren't sent. */
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
