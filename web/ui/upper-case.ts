/** Changes a field's text to uppercase in place. If React set the value, the cursor would jump to the end. */
export function uppercaseField(field: HTMLInputElement): string {
  const { value, selectionStart } = field;
  const upper = value.toUpperCase();
  if (upper === value) return value;
  // Some letters become two, such as ß, which becomes SS.
  const cursor = value.slice(0, selectionStart ?? value.length).toUpperCase().length;
  field.value = upper;
  field.setSelectionRange(cursor, cursor);
  return upper;
}
