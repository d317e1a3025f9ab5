import { useCallback, useState } from 'react';

/** Which photo of a list is being dragged; each carries its id in `data-unplaced`. `list` is the `ref` of the list. */
export function useDragged() {
  const [draggedId, setDragged] = useState<string | null>(null);
  const list = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const start = (event: DragEvent) => {
      const tile = event.target instanceof Element ? event.target.closest('[data-unplaced]') : null;
      const id = tile?.getAttribute('data-unplaced') ?? null;
      // Without any data some browsers do not drag.
      event.dataTransfer?.setData('text/plain', id ?? '');
      setDragged(id);
    };
    const end = () => setDragged(null);
    element.addEventListener('dragstart', start);
    element.addEventListener('dragend', end);
    return () => {
      element.removeEventListener('dragstart', start);
      element.removeEventListener('dragend', end);
    };
  }, []);
  return { draggedId, list };
}
