import type { Size } from '#domain/homography.ts';
import { fitted, transformOf, type Viewport } from '../picture/viewport.ts';
import type { Changes } from './mark-changes.ts';
import styles from './change-marks.module.css';

type ChangeMarksProps = { changes: Changes; frame: Size; view: Viewport };

/** Lines around what has changed, over the frame that two photos are laid on. */
export function ChangeMarks({ changes: { outlines, grid }, frame, view }: ChangeMarksProps) {
  const { element } = fitted(frame, view.pane, view.rotation);
  return (
    <svg
      className={styles.marks}
      viewBox={`0 0 ${grid.width} ${grid.height}`}
      preserveAspectRatio="none"
      style={{ width: element.width, height: element.height, transform: transformOf(view) }}
      aria-hidden
    >
      {outlines.map((outline) => (
        <path key={outline} d={outline} />
      ))}
    </svg>
  );
}
