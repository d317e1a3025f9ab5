import type { KeyboardEvent } from 'react';

/** Milliseconds without typing before the text starts over. */
const RESET_AFTER_MS = 1000;
/** Frames to wait for a list to open, and then for Mantine to highlight its current option. */
const OPEN_FRAMES = 30;
const SETTLE_FRAMES = 2;

/** The typed text and the time of its last letter (`timeStamp`, ms). */
export type Typed = { text: string; at: number };

export const appendLetter = (before: Typed, letter: string, at: number): Typed => ({
  text: at - before.at < RESET_AFTER_MS ? before.text + letter.toLowerCase() : letter.toLowerCase(),
  at,
});

/**
 * Index of the next option that starts with `text`, searching from `current` (-1 for none); -1 if none does. Typing the
 * same letter again moves to the next match.
 */
export function matchOption(labels: readonly string[], text: string, current: number): number {
  const letter = text.slice(0, 1);
  const isOneLetter = text === letter.repeat(text.length);
  const wanted = isOneLetter ? letter : text;
  const from = isOneLetter ? current + 1 : Math.max(0, current);
  const order = labels.map((_, index) => (from + index) % labels.length);
  return order.find((index) => labels[index]?.toLowerCase().startsWith(wanted)) ?? -1;
}

/** Excludes space, which opens and closes the list. */
const isLetter = ({ key, ctrlKey, metaKey, altKey }: globalThis.KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;

let typed: Typed = { text: '', at: Number.NEGATIVE_INFINITY };

/** Type-ahead for lists without search, as in native selects; Enter selects the match. */
export function typeAhead({ currentTarget, nativeEvent }: KeyboardEvent<HTMLInputElement>): void {
  if (!isLetter(nativeEvent) || !currentTarget.readOnly) return;
  typed = appendLetter(typed, nativeEvent.key, nativeEvent.timeStamp);
  if (currentTarget.dataset['expanded'] === undefined) currentTarget.click();
  highlightMatch(currentTarget, typed, { patience: OPEN_FRAMES, settling: SETTLE_FRAMES });
}

type Frames = { patience: number; settling: number };

function highlightMatch(
  field: HTMLInputElement,
  wanted: Typed,
  { patience, settling }: Frames,
): void {
  if (wanted !== typed) return;
  // Find the visible list: closed ones stay in the DOM, and the field only refers to its list after a render.
  const lists = document.querySelectorAll<HTMLElement>('[role="listbox"]');
  const list = [...lists].find(({ offsetParent }) => offsetParent !== null);
  const options = [...(list?.querySelectorAll('[data-combobox-option]') ?? [])];
  if (options.length === 0 || settling > 0) {
    const left = { patience: patience - 1, settling: options.length > 0 ? settling - 1 : settling };
    if (patience > 0) requestAnimationFrame(() => highlightMatch(field, wanted, left));
    return;
  }
  const indexOf = (mark: string) => options.findIndex((option) => option.hasAttribute(mark));
  const selected = indexOf('data-combobox-selected');
  const current = selected >= 0 ? selected : indexOf('data-combobox-active');
  const labels = options.map(({ textContent }) => textContent ?? '');
  const option = options[matchOption(labels, wanted.text, current)];
  if (!option) return;
  // Send arrow keys, so that Mantine's own highlight follows.
  for (let steps = 0; steps < options.length; steps++) {
    if (option.hasAttribute('data-combobox-selected')) return;
    field.dispatchEvent(new window.KeyboardEvent('keydown', { code: 'ArrowDown', bubbles: true }));
  }
}
