import { type KeyboardEvent, useState } from 'react';
import type { Fractions } from '#domain/pin-places.ts';
import { fractionsOf } from './drawings.tsx';
import styles from './pin-layer.module.css';

const STEPS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const STEP = { usual: 0.02, fine: 0.002 };

/** Covers the picture until a spot is chosen, by pointer or with the arrow keys and Enter. */
export function PlacePin({ onPlace }: { onPlace: (at: Fractions) => void }) {
  const [{ x, y }, setSpot] = useState({ x: 0.5, y: 0.5 });
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (!step) return;
    event.preventDefault();
    // The viewer's arrow keys change the photo.
    event.stopPropagation();
    const by = event.shiftKey ? STEP.fine : STEP.usual;
    const clamp = (value: number) => Math.min(1, Math.max(0, value));
    setSpot({ x: clamp(x + step[0] * by), y: clamp(y + step[1] * by) });
  };
  return (
    <button
      type="button"
      className={styles.canvas}
      aria-label="Choose the spot with the arrow keys, then press Enter"
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- the arrow keys move the cross right away
      autoFocus
      onKeyDown={onKeyDown}
      onPointerDown={(event) => event.preventDefault()}
      // The keyboard clicks without a position.
      onClick={(event) => onPlace(event.detail === 0 ? { x, y } : fractionsOf(event))}
    >
      <span className={styles.cross} style={{ left: `${x * 100}%`, top: `${y * 100}%` }} />
    </button>
  );
}
