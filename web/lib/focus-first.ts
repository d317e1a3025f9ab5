type Form = { getInputNode: (path: string) => HTMLElement | null };

/** Puts the focus into the first field that is wrong. `errors` has them in the order of the form. */
export function focusFirst(form: Form, errors: object): void {
  const [path] = Object.keys(errors);
  if (path !== undefined) form.getInputNode(path)?.focus();
}
