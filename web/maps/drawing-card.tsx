import { MEASURE_NAMES } from '#domain/measurements.ts';
import { figureWhileDrawing } from './measure-text.ts';
import styles from './side.module.css';
import { useUnits } from '#web/lib/use-units.ts';
import { type Measuring, type MeasuringState, SHAPE_OF } from './use-measuring.ts';

type DrawingCardProps = {
  measuring: Measuring;
  state: Extract<MeasuringState, { step: 'drawing' }>;
};

const HINTS = {
  point: 'Click the map where you want to know the height.',
  line: 'Click each corner of the line. Click the last one again to finish.',
  area: 'Click each corner of the area. Click the first one again to finish.',
};

export function DrawingCard({ measuring, state }: DrawingCardProps) {
  const { kind, corners, placed } = state;
  const shape = SHAPE_OF[kind];
  const figure = figureWhileDrawing(kind, corners, useUnits());
  return (
    <div className={`${styles.card} ${styles.besideMap}`}>
      <h4>{MEASURE_NAMES[kind]}</h4>
      {figure ? <div className={styles.live}>{figure}</div> : null}
      <output className="visually-hidden">
        {placed === 0 ? '' : `${placed} ${placed === 1 ? 'corner' : 'corners'} placed.`}
      </output>
      <p className={styles.hint}>{HINTS[shape]}</p>
      <p className={styles.hint}>
        By keyboard: arrow keys move the map, Enter adds a corner at its center, Backspace removes
        the last corner, Esc cancels.
      </p>
      <DrawingButtons measuring={measuring} state={state} />
    </div>
  );
}

/** Drawing tools on top of the map for touch screens, where the tool panel is below the map and out of sight. */
export function DrawingBar({ measuring, state }: DrawingCardProps) {
  const figure = figureWhileDrawing(state.kind, state.corners, useUnits());
  return (
    <div className={styles.overMap}>
      <div className={styles.live}>{figure || MEASURE_NAMES[state.kind]}</div>
      <DrawingButtons measuring={measuring} state={state} />
    </div>
  );
}

function DrawingButtons({ measuring, state }: DrawingCardProps) {
  const { kind, placed } = state;
  const shape = SHAPE_OF[kind];
  const { drawing } = measuring;
  const minCorners = shape === 'area' ? 3 : 2;
  return (
    <div className={styles.buttons}>
      {shape === 'point' ? null : (
        <>
          <button
            type="button"
            className={styles.mainButton}
            disabled={placed < minCorners}
            onClick={() => drawing.current?.finish()}
          >
            Finish
          </button>
          <button
            type="button"
            className={styles.button}
            disabled={placed === 0}
            onClick={() => drawing.current?.removeLast()}
          >
            Remove Last
          </button>
        </>
      )}
      <button type="button" className={styles.button} onClick={measuring.clear}>
        Cancel
      </button>
    </div>
  );
}
