import { useSyncExternalStore } from 'react';

let isPrinted = false;

function subscribe(changed: () => void): () => void {
  const note = ({ type }: Event) => {
    isPrinted = type === 'beforeprint';
    changed();
  };
  window.addEventListener('beforeprint', note);
  window.addEventListener('afterprint', note);
  return () => {
    window.removeEventListener('beforeprint', note);
    window.removeEventListener('afterprint', note);
  };
}

/** Whether the page is about to be put on paper, which shows at once what would come by scrolling. */
export const useIsPrinted = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPrinted,
    () => false,
  );
