import { useState, useCallback, useEffect, useRef } from 'react';
import { MEASURE_NAMES, type Measurement, type Measure } from '#domain/measurements.ts';
import { ResultRows } from './measure-outcome.tsx';
import { figureOf } from './measure-text.ts';
import styles from './side.module.css';
import { TitleForm } from './title-form.tsx';
import type { Units } from '#domain/units.ts';
import type { SurveySource } from './survey-source.ts';

type Kept = { submissionId: string; list: readonly Measurement[]; error: string | null };

/** The measurements that are kept on a week, and what can be done to them. */
export function useKept(source: SurveySource, submissionId: string) {
  const [kept, setKept] = useState<Kept | null>(null);
  const wanted = useRef(submissionId);
  const load = useCallback(async () => {
    wanted.current = submissionId;
    const settle = (part: Pick<Kept, 'list' | 'error'>) => {
      if (wanted.current === submissionId) setKept({ submissionId, ...part });
    };
    try {
      settle({ list: await source.measurements(submissionId), error: null });
    } catch (error) {
      settle({ list: [], error: (error as Error).message });
    }
  }, [source, submissionId]);
  useEffect(() => {
    void load();
    return source.watch?.(submissionId, () => void load());
  }, [source, submissionId, load]);

  const change = (next: (list: readonly Measurement[]) => readonly Measurement[]) =>
    setKept((now) => now && { ...now, list: next(now.list) });
  const current = kept?.submissionId === submissionId ? kept : null;
  const { keeping } = source;
  return {
    list: current?.list ?? [],
    isPending: current === null,
    error: current?.error ?? null,
    reload: () => void load(),
    can: keeping !== null,
    fileUrl: (format: 'geojson' | 'csv') => keeping?.fileUrl(submissionId, format),
    add: async (title: string, measure: Measure) => {
      const made = await keeping?.create(submissionId, title, measure);
      if (made) change((list) => [...list, made]);
      return made;
    },
    rename: async (id: string, title: string) => {
      const renamed = await keeping?.rename(id, title);
      if (renamed) change((list) => list.map((one) => (one.id === id ? renamed : one)));
    },
    remove: async (id: string) => {
      await keeping?.remove(id);
      change((list) => list.filter((one) => one.id !== id));
    },
  };
}

export type KeptMeasurements = ReturnType<typeof useKept>;

type KeptListProps = {
  kept: KeptMeasurements;
  units: Units;
  openId: string | null;
  onOpen: (id: string | null) => void;
};

/** The measurements of a week; one of them is open, and chosen on the map. */
export function KeptList({ kept, units, openId, onOpen }: KeptListProps) {
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
      <p className={styles.hint}>Measurements you keep are listed here for everyone.</p>
    ) : null;
  }
  return (
    <>
      <h4>Kept on this week</h4>
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
                onClick={() => onOpen(isOpen ? null : id)}
              >
                <span>{title}</span>
                <span>{figureOf(result, units)}</span>
              </button>
              {isOpen ? <Opened measurement={measurement} kept={kept} units={units} /> : null}
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

type OpenedProps = { measurement: Measurement; kept: KeptMeasurements; units: Units };

function Opened({ measurement, kept, units }: OpenedProps) {
  const { id, title, result, createdBy, mayChange } = measurement;
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
      <ResultRows result={result} units={units} />
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
        <p className={styles.hint}>It is removed for everybody who sees this week.</p>
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
