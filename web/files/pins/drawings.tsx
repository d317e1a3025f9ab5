import { type MouseEvent, type PointerEvent, useState } from 'react';
import { type Fractions, pathOf } from '#domain/pin-places.ts';
import type { Shape } from '#domain/pins.ts';
import type { Size } from '#domain/homography.ts';
import styles from './pin-layer.module.css';

const MAX_POINTS = 200;
const MIN_STEP = 0.004;

/** Where in its target a pointer is, also if that is rotated or zoomed. */
export function fractionsOf({ nativeEvent, currentTarget }: MouseEvent<HTMLElement>): Fractions {
  const clamp = (value: number) => Math.min(1, Math.max(0, value));
  const { offsetX, offsetY } = nativeEvent;
  const { offsetWidth, offsetHeight } = currentTarget;
  return { x: clamp(offsetX / offsetWidth), y: clamp(offsetY / offsetHeight) };
}

type DrawingsProps = { shapes: readonly Shape[]; size: Size };

export const Drawings = ({ shapes, size }: DrawingsProps) => (
  <svg className={styles.drawings} aria-hidden>
    {shapes.map((shape) => (
      <path key={JSON.stringify(shape)} d={pathOf(shape, size)} />
    ))}
  </svg>
);

type DrawingInputProps = Omit<DrawingsProps, 'shapes'> & {
  tool: Shape['kind'];
  onDraw: (shape: Shape) => void;
};

/** Draws one shape per drag. */
export function DrawingInput({ tool, onDraw, size }: DrawingInputProps) {
  const [points, setPoints] = useState<[number, number][]>([]);
  const follow = (event: PointerEvent<HTMLElement>) => {
    const { x, y } = fractionsOf(event);
    const [first = [x, y], last = first] = [points[0], points.at(-1)];
    if (tool !== 'freehand') return setPoints([first, [x, y]]);
    const isFar = Math.hypot(x - last[0], y - last[1]) > MIN_STEP;
    if (points.length === 0 || (isFar && points.length < MAX_POINTS))
      setPoints([...points, [x, y]]);
  };
  const shape = points.length > 1 ? { kind: tool, points } : null;
  return (
    <div
      className={styles.canvas}
      onPointerDown={(event) => {
        event.preventDefault();
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        follow(event);
      }}
      onPointerMove={(event) => points.length > 0 && follow(event)}
      onLostPointerCapture={() => {
        if (shape) onDraw(shape);
        setPoints([]);
      }}
    >
      <Drawings shapes={shape ? [shape] : []} size={size} />
    </div>
  );
}
