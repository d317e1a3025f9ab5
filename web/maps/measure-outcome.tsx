import { useState, useRef } from 'react';
import { MEASURE_NAMES, type MeasureResult, type VolumeBase } from '#domain/measurements.ts';
import { Field } from './controls.tsx';
import { rowsOf } from './measure-text.ts';
import { ProfileChart } from './profile-chart.tsx';
import { ResidualNote } from './residual-note.tsx';
import styles from './side.module.css';
import { fromMeters, heightUnit, toMeters } from '#domain/units.ts';
import { useUnits } from '#web/lib/use-units.ts';
import type { MeasuringState } from './use-measuring.ts';
import type { Survey } from './use-survey.ts';
import { tooLong } from '#domain/contact-messages.ts';

type MeasureOutcomeProps = {
  survey: Survey;
  state: Extract<MeasuringState, { step: 'asking' | 'failed' | 'done' }>;
};

export function MeasureOutcome({ survey, state }: MeasureOutcomeProps) {
  const { measuring, kept } = survey;
  const { measure } = state;
  return (
    <div className={styles.card}>
      <h4>{MEASURE_NAMES[measure.kind]}</h4>
      {measure.kind === 'change' ? (
        <p className={styles.hint}>Since {survey.earlierLabel}</p>
      ) : null}
      {measure.kind === 'volume' ? (
        <BaseChoice
          base={measure.base}
          start={state.step === 'done' && state.result.kind === 'volume' ? state.result.base : 0}
          onBase={measuring.setBase}
        />
      ) : null}
      <div aria-live="polite">
        {state.step === 'asking' ? <p className={styles.hint}>Measuring...</p> : null}
        {state.step === 'failed' ? <p className={styles.problem}>{state.error}</p> : null}
        {state.step === 'done' ? <ResultRows result={state.result} /> : null}
        {measure.kind === 'change' ? <ResidualNote source={survey.source} pair={measure} /> : null}
      </div>
      {state.step === 'done' && kept.can ? (
        <TitleForm
          label="Title"
          action="Save"
          onTitle={async (title) => {
            const created = await kept.add(title, measure);
            measuring.clear();
            if (created) survey.openMeasurement(created.id);
          }}
        />
      ) : null}
      <div className={styles.buttons}>
        {state.step === 'failed' ? (
          <button
            type="button"
            className={styles.mainButton}
            onClick={() => void measuring.retry(measure)}
          >
            Try Again
          </button>
        ) : null}
        <button type="button" className={styles.button} onClick={measuring.clear}>
          {kept.can && state.step === 'done' ? 'Discard' : 'Close'}
        </button>
      </div>
    </div>
  );
}

export function ResultRows({ result }: { result: MeasureResult }) {
  const units = useUnits();
  return (
    <>
      <dl className={styles.rows}>
        {rowsOf(result, units).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {result.kind === 'profile' ? <ProfileChart profile={result} /> : null}
    </>
  );
}

const BASE_LABELS: Record<VolumeBase['kind'], string> = {
  lowest_edge: 'Lowest point of the outline',
  edge_plane: 'Plane fitted to the outline',
  height: 'Fixed height',
};

type BaseChoiceProps = {
  base: VolumeBase;
  start: number;
  onBase: (base: VolumeBase) => void;
};

function BaseChoice({ base, start, onBase }: BaseChoiceProps) {
  const units = useUnits();
  const [typed, setTyped] = useState<string | null>(null);
  const height = base.kind === 'height' ? base.height : start;
  const shown = typed ?? fromMeters(height, units).toFixed(2);
  const apply = () => {
    const value = Number(shown);
    setTyped(null);
    if (typed !== null && typed.trim() !== '' && Number.isFinite(value))
      onBase({ kind: 'height', height: toMeters(value, units) });
  };
  return (
    <>
      <Field label="Base">
        {(id) => (
          <select
            id={id}
            className={`control ${styles.input}`}
            value={base.kind}
            onChange={(event) => {
              const kind = event.target.value as VolumeBase['kind'];
              onBase(kind === 'height' ? { kind, height: start } : { kind });
            }}
          >
            {Object.entries(BASE_LABELS).map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {base.kind === 'height' ? (
        <Field label={`Height (${heightUnit(units)})`}>
          {(id) => (
            <input
              id={id}
              type="number"
              step="any"
              className={`control ${styles.input}`}
              value={shown}
              onChange={(event) => setTyped(event.target.value)}
              onBlur={apply}
              onKeyDown={(event) => {
                if (event.key === 'Enter') apply();
              }}
            />
          )}
        </Field>
      ) : null}
    </>
  );
}

type TitleFormProps = {
  label: string;
  action: string;
  start?: string;
  /** Rejects with an Error whose message is shown. */
  onTitle: (title: string) => Promise<unknown>;
};

/** The server's limit, in characters. */
const MAX_TITLE_LENGTH = 100;

/** Keeps the text if saving fails. */
export function TitleForm({ label, action, start = '', onTitle }: TitleFormProps) {
  const [title, setTitle] = useState(start);
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: React.SyntheticEvent) => {
    event.preventDefault();
    const text = title.trim();
    if (text === '') return setError('Enter a title.');
    if (text.length > MAX_TITLE_LENGTH) {
      setError(tooLong(MAX_TITLE_LENGTH));
      return field.current?.focus();
    }
    setBusy(true);
    setError(null);
    try {
      await onTitle(text);
    } catch (failure) {
      setError((failure as Error).message);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} className={styles.titleForm} noValidate>
      <Field label={label}>
        {(id) => (
          <input
            ref={field}
            id={id}
            className={`control ${styles.input}`}
            value={title}
            autoComplete="off"
            aria-invalid={error !== null}
            aria-describedby={error === null ? undefined : `${id}-error`}
            onChange={(event) => setTitle(event.target.value)}
          />
        )}
      </Field>
      <button type="submit" className={styles.mainButton} disabled={isBusy}>
        {action}
      </button>
      {error === null ? null : (
        <p role="alert" className={styles.problem}>
          {error}
        </p>
      )}
    </form>
  );
}
