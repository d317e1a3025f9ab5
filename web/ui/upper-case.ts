/**
 * What stands in a field, in upper case; the cursor stays where it is. Left to React, which sees another
 * value than the field has, it would jump to the end.
 */
export function upperCased(field: HTMLInputElement): string {
  const { value, selectionStart } = field;
  const upper = value.toUpperCase();
  if (upper === value) return value;
  // Some letters become two.
  const cursor = value.slice(0, selectionStart ?? value.length).toUpperCase().length;
  field.value = upper;
  field.setSelectionRange(cursor, cursor);
  return upper;
}
