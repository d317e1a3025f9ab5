import type { KeyboardEvent } from 'react';

/** After such a pause the next letter begins a text anew, milliseconds. */
const PAUSE = 1000;
/** Frames that a list may take to come once it is opened, and then to choose by itself where it is. */
const PATIENCE = 30;
const SETTLING = 2;

/** What was typed, and when its last letter was, in milliseconds of the page. */
export type Typed = { text: string; at: number };

/** The text with one more letter, or begun anew with it. */
export const typedOn = (before: Typed, letter: string, at: number): Typed => ({
  text: at - before.at < PAUSE ? before.text + letter.toLowerCase() : letter.toLowerCase(),
  at,
});

/**
 * Which of the choices a text leads to, from the one at `current` (-1: none). One letter, also typed
 * again and again, goes on to the next that begins with it. -1 when none begins so.
 */
export function choiceOf(labels: readonly string[], text: string, current: number): number {
  const letter = text.slice(0, 1);
  const isOneLetter = text === letter.repeat(text.length);
  const wanted = isOneLetter ? letter : text;
  const from = isOneLetter ? current + 1 : Math.max(0, current);
  const order = labels.map((_, index) => (from + index) % labels.length);
  return order.find((index) => labels[index]?.toLowerCase().startsWith(wanted)) ?? -1;
}

/** Whether a key stands for text; a space opens and closes. */
const isLetter = ({ key, ctrlKey, metaKey, altKey }: globalThis.KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;

let typed: Typed = { text: '', at: Number.NEGATIVE_INFINITY };

/**
 * Lets people type the beginning of a choice in a list that is not searched, as in those of browsers: the
 * list opens and goes there, and Enter takes it.
 */
export function typeAhead({ currentTarget, nativeEvent }: KeyboardEvent<HTMLInputElement>): void {
  if (!isLetter(nativeEvent) || !currentTarget.readOnly) return;
  typed = typedOn(typed, nativeEvent.key, nativeEvent.timeStamp);
  if (currentTarget.dataset['expanded'] === undefined) currentTarget.click();
  goTo(currentTarget, typed, { patience: PATIENCE, settling: SETTLING });
}

type Frames = { patience: number; settling: number };

/** Goes there once the list has come, unless more was typed since. */
function goTo(field: HTMLInputElement, wanted: Typed, { patience, settling }: Frames): void {
  if (wanted !== typed) return;
  // The visible one: lists of closed fields stay in the page, and the field names its list only when it is drawn again.
  const lists = document.querySelectorAll<HTMLElement>('[role="listbox"]');
  const list = [...lists].find(({ offsetParent }) => offsetParent !== null);
  const options = [...(list?.querySelectorAll('[data-combobox-option]') ?? [])];
  if (options.length === 0 || settling > 0) {
    const left = { patience: patience - 1, settling: options.length > 0 ? settling - 1 : settling };
    if (patience > 0) requestAnimationFrame(() => goTo(field, wanted, left));
    return;
  }
  const indexOf = (mark: string) => options.findIndex((option) => option.hasAttribute(mark));
  const selected = indexOf('data-combobox-selected');
  const current = selected >= 0 ? selected : indexOf('data-combobox-active');
  const labels = options.map(({ textContent }) => textContent ?? '');
  const option = options[choiceOf(labels, wanted.text, current)];
  if (!option) return;
  // By its own keys, so that the list knows where it is.
  for (let steps = 0; steps < options.length; steps++) {
    if (option.hasAttribute('data-combobox-selected')) return;
    field.dispatchEvent(new window.KeyboardEvent('keydown', { code: 'ArrowDown', bubbles: true }));
  }
}
