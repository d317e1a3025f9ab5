import { useState } from 'react';
import { MEASURE_NAMES, type Measurement } from '#domain/measurements.ts';
import { useUnits } from '#web/lib/use-units.ts';
import { ResultRows, TitleForm } from './measure-outcome.tsx';
import { figureOf } from './measure-text.ts';
import { ResidualNote } from './residual-note.tsx';
import styles from './side.module.css';
import type { Survey } from './use-survey.ts';

export function MeasurementList({ survey }: { survey: Survey }) {
  const { kept, openId, openMeasurement } = survey;
  const units = useUnits();
  const { list, error, isPending } = kept;
  if (error) {
    return (
      <p className={styles.problem} role="alert">
        {error}{' '}
        <button type="button" className={styles.quietButton} onClick={kept.reload}>
          Retry
        </button>
      </p>
    );
  }
  if (isPending || list.length === 0) {
    return kept.can && !isPending ? (
      <p className={styles.hint}>
        Saved measurements appear here for everyone who can see this week.
      </p>
    ) : null;
  }
  return (
    <>
      <h4>Saved measurements</h4>
      <ul className={styles.list}>
        {list.map((measurement) => {
          const { id, title, result } = measurement;
          const isOpen = id === openId;
          return (
            <li key={id}>
              <button
                type="button"
                className={styles.entry}
                aria-expanded={isOpen}
                onClick={() => openMeasurement(isOpen ? null : id)}
              >
                <span>{title}</span>
                <span>{figureOf(result, units)}</span>
              </button>
              {isOpen ? <OpenMeasurement {...{ measurement, survey }} /> : null}
            </li>
          );
        })}
      </ul>
      {kept.can ? (
        <div className={styles.links}>
          <a href={kept.fileUrl('geojson')} download>
            GeoJSON
          </a>
          <a href={kept.fileUrl('csv')} download>
            CSV
          </a>
        </div>
      ) : null}
    </>
  );
}

type OpenMeasurementProps = { measurement: Measurement; survey: Survey };

function OpenMeasurement({ measurement, survey: { kept, source } }: OpenMeasurementProps) {
  const { id, title, measure, result, createdBy, mayChange } = measurement;
  const [ask, setAsk] = useState<'rename' | 'remove' | null>(null);
  const [error, setError] = useState<string | null>(null);
  const remove = async () => {
    setError(null);
    try {
      await kept.remove(id);
    } catch (failure) {
      setError((failure as Error).message);
    }
  };
  return (
    <div className={styles.opened}>
      <p className={styles.hint}>
        {MEASURE_NAMES[result.kind]}
        {createdBy ? ` by ${createdBy}` : ''}
      </p>
      <ResultRows result={result} />
      {measure.kind === 'change' ? <ResidualNote source={source} pair={measure} /> : null}
      {error ? (
        <p role="alert" className={styles.problem}>
          {error}
        </p>
      ) : null}
      {ask === 'rename' ? (
        <TitleForm
          label="New title"
          action="Save"
          start={title}
          onTitle={(next) => kept.rename(id, next).then(() => setAsk(null))}
        />
      ) : null}
      {ask === 'remove' ? (
        <p className={styles.hint}>
          This removes the measurement for everyone who can see this week.
        </p>
      ) : null}
      {kept.can && mayChange ? (
        <div className={styles.buttons}>
          {ask === 'remove' ? (
            <button type="button" className={styles.mainButton} onClick={() => void remove()}>
              Remove Now
            </button>
          ) : null}
          {ask === null ? (
            <>
              <button type="button" className={styles.button} onClick={() => setAsk('rename')}>
                Rename
              </button>
              <button type="button" className={styles.button} onClick={() => setAsk('remove')}>
                Remove
              </button>
            </>
          ) : (
            <button type="button" className={styles.button} onClick={() => setAsk(null)}>
              Cancel
            </button>
          )}
        </div>
      ) : null}
    </div>
  );
}
