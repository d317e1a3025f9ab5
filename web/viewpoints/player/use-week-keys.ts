import { type RefObject, useEffect, useEffectEvent } from 'react';

const STEPS: Partial<Record<string, 1 | -1>> = { ArrowLeft: -1, ArrowRight: 1 };
/** What lies over the page, the viewer too: keys are meant for it, wherever the focus is. */
const ABOVE = 'dialog[open], [role="dialog"], [role="menu"]';
/** What has a use of its own for arrows. */
const OF_ITS_OWN = 'input, select, textarea, [role="slider"]';

/** Steps through the weeks by the arrows, pressed in the player or nowhere in particular. */
export function useWeekKeys(player: RefObject<HTMLElement | null>, onStep: (by: 1 | -1) => void) {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    const by = STEPS[key];
    if (!by || ctrlKey || metaKey || altKey || shiftKey || event.defaultPrevented) return;
    if (!(target instanceof Element) || target.closest(OF_ITS_OWN)) return;
    // A press beside the buttons, and in Safari one on them, leaves the focus on the body.
    if (target !== document.body && !player.current?.contains(target)) return;
    if (document.querySelector(ABOVE)) return;
    event.preventDefault();
    onStep(by);
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => hear(event);
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
