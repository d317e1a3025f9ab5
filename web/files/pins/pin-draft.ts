import { useState } from 'react';
import { useSession } from '#web/lib/session.ts';

/** Also without HTTPS, unlike `crypto.randomUUID`. */
export const newId = (): string =>
  '10000000-1000-4000-8000-100000000000'.replaceAll(/[018]/g, (digit) => {
    const [random = 0] = crypto.getRandomValues(new Uint8Array(1));
    return (Number(digit) ^ (random & (15 >> (Number(digit) / 4)))).toString(16);
  });

/** Typed values that survive a reload. `name` is unique among a person's drafts. */
export function useDraft<Draft extends object>(name: string, first: () => Draft) {
  const { user } = useSession();
  const key = `overfly-pin-draft/${user?.id ?? ''}/${name}`;
  const [draft, setDraft] = useState(() => ({ ...first(), ...readDraft(key) }));
  return {
    draft,
    change: (changes: Partial<Draft>) =>
      setDraft((before) => {
        const next = { ...before, ...changes };
        storeDraft(key, next);
        return next;
      }),
    kept: () => readDraft(key) as Partial<Draft> | null,
    clear: () => {
      storeDraft(key, null);
      setDraft(first());
    },
  };
}

function readDraft(key: string): object | null {
  try {
    return JSON.parse(window.localStorage.getItem(key) ?? 'null') as object | null;
  } catch {
    return null;
  }
}

function storeDraft(key: string, draft: object | null): void {
  try {
    if (draft) window.localStorage.setItem(key, JSON.stringify(draft));
    else window.localStorage.removeItem(key);
  } catch {
    // Storage is full or blocked: the draft lasts until the page is closed.
  }
}
