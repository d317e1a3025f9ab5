import { Choice } from '#web/ui/choice.tsx';
import { Field, Switch } from './controls.tsx';
import type { Scale } from './figures.tsx';
import styles from './side.module.css';
import { LAYER_NAMES } from './survey-view.ts';
import { rasterValue, readValue, unitName } from '#domain/units.ts';
import { useUnits } from '#web/lib/use-units.ts';
import type { Survey } from './use-survey.ts';

const MODELS = [
  ['surface_model', 'Surface'],
  ['terrain_model', 'Terrain'],
] as const;

export function LayerSection({ survey: { layers, view, setView } }: { survey: Survey }) {
  const { opacity, scale, setStretch } = layers;
  const title = LAYER_NAMES[view.layer];
  return (
    <section className={styles.section} aria-label={`${title} layer`}>
      <h3>{title}</h3>
      <Field label={`Opacity: ${opacity}%`}>
        {(id) => (
          <input
            id={id}
            type="range"
            min={0}
            max={100}
            step={5}
            value={opacity}
            onChange={(event) => layers.setOpacity(Number(event.target.value))}
          />
        )}
      </Field>
      {layers.hasModels ? (
        <Choice
          label="Height model"
          options={MODELS}
          value={layers.model}
          onChange={(model) => setView({ ...view, isTerrain: model === 'terrain_model' })}
        />
      ) : null}
      {view.layer === 'elevation' && view.mode !== 'change' ? (
        <Switch
          label="Hillshade"
          isOn={!view.isFlat}
          onChange={(isOn) => setView({ ...view, isFlat: !isOn })}
        />
      ) : null}
      {scale ? (
        <div className={styles.pair}>
          <ScaleEnd label="Colors from" at={0} {...{ scale, setStretch }} />
          <ScaleEnd label="Colors to" at={1} {...{ scale, setStretch }} />
        </div>
      ) : null}
      {scale && layers.isStretched ? (
        <button type="button" className={styles.quietButton} onClick={() => setStretch(null)}>
          Reset colors
        </button>
      ) : null}
    </section>
  );
}

type ScaleEndProps = {
  label: string;
  at: 0 | 1;
  scale: Scale;
  setStretch: (ends: [number, number]) => void;
};

/** One end of the color scale. Changes apply on blur or Enter. */
function ScaleEnd({ label, at, scale, setStretch }: ScaleEndProps) {
  const units = useUnits();
  const { ends, unit } = scale;
  const shown = Number(readValue(ends[at], unit, units).toFixed(unit === null ? 2 : 1));
  const apply = (text: string) => {
    const value = rasterValue(Number(text), unit, units);
    const next: [number, number] = at === 0 ? [value, ends[1]] : [ends[0], value];
    if (text !== '' && Number(text) !== shown && next[0] < next[1]) setStretch(next);
  };
  const name = unitName(unit, units);
  return (
    <Field label={name ? `${label} (${name})` : label}>
      {(id) => (
        <input
          // Resets the input when the value changes elsewhere.
          key={shown}
          id={id}
          type="number"
          step="any"
          className={`control ${styles.input}`}
          defaultValue={shown}
          onBlur={(event) => {
            apply(event.target.value);
            event.target.value = String(shown);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') apply(event.currentTarget.value);
          }}
        />
      )}
    </Field>
  );
}
