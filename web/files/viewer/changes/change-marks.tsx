import type { CSSProperties } from 'react';
import type { Size } from '#domain/homography.ts';
import { fitted, transformOf, type Viewport } from '../picture/viewport.ts';
import type { Changes } from './mark-changes.ts';
import styles from './change-marks.module.css';

type ChangeMarksProps = { changes: Changes; frame: Size; view: Viewport };

/** Outlines of the changes over the frame of two aligned photos; equally thick at every zoom. */
export function ChangeMarks({ changes: { outlines, grid }, frame, view }: ChangeMarksProps) {
  const { element } = fitted(frame, view.pane, view.rotation);
  const size = { width: element.width, height: element.height, transform: transformOf(view) };
  // `non-scaling-stroke` ignores CSS transforms outside of the SVG, such as the zoom.
  const pixel = grid.width / (element.width * view.scale);
  return (
    <svg
      className={styles.marks}
      viewBox={`0 0 ${grid.width} ${grid.height}`}
      preserveAspectRatio="none"
      style={{ ...size, '--pixel': pixel } as CSSProperties}
      aria-hidden
    >
      {outlines.map((outline) => (
        <path key={outline} d={outline} />
      ))}
    </svg>
  );
}
