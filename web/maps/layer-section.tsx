import { Choice, Field, Switch } from './controls.tsx';
import type { Scale } from './legend.tsx';
import styles from './side.module.css';
import type { HeightModel } from './survey-view.ts';
import { rasterValue, readValue, unitName, type Units } from '#domain/units.ts';

type LayerSectionProps = {
  title: string;
  /** Percent. */
  opacity: number;
  onOpacity: (percent: number) => void;
  /** Null of colors, which stand for nothing else. */
  scale: Scale | null;
  units: Units;
  /** The ends of the scale; null for those that show most. */
  onStretch: (ends: [number, number] | null) => void;
  isStretched: boolean;
  /** Null where there are not both. */
  model: { value: HeightModel; onChange: (model: HeightModel) => void } | null;
  /** Null where there are no heights. */
  hillshade: { isOn: boolean; onChange: (isOn: boolean) => void } | null;
};

const MODELS = [
  ['surface_model', 'Surface'],
  ['terrain_model', 'Terrain'],
] as const;

/** How the layer is drawn. */
export function LayerSection(props: LayerSectionProps) {
  const { title, opacity, onOpacity, model, scale, units, onStretch, isStretched, hillshade } =
    props;
  return (
    <section className={styles.section} aria-label={`Layer ${title}`}>
      <h3>{title}</h3>
      <Field label={`Opacity, ${opacity}%`}>
        {(id) => (
          <input
            id={id}
            type="range"
            className={styles.range}
            min={0}
            max={100}
            step={5}
            value={opacity}
            onChange={(event) => onOpacity(Number(event.target.value))}
          />
        )}
      </Field>
      {model ? (
        <Choice label="Heights of" options={MODELS} value={model.value} onChange={model.onChange} />
      ) : null}
      {hillshade ? (
        <Switch label="Hill shading" isOn={hillshade.isOn} onChange={hillshade.onChange} />
      ) : null}
      {scale ? (
        <>
          <div className={styles.pair}>
            <ScaleEnd
              label="Colors from"
              at={0}
              scale={scale}
              units={units}
              onStretch={onStretch}
            />
            <ScaleEnd label="to" at={1} scale={scale} units={units} onStretch={onStretch} />
          </div>
          {isStretched ? (
            <button type="button" className={styles.quietButton} onClick={() => onStretch(null)}>
              Reset colors
            </button>
          ) : null}
        </>
      ) : null}
    </section>
  );
}

type ScaleEndProps = Pick<LayerSectionProps, 'units' | 'onStretch'> & {
  label: string;
  at: 0 | 1;
  scale: Scale;
};

/** One end of the color scale. What is typed counts when the field is left or Enter is pressed. */
function ScaleEnd({ label, at, scale, units, onStretch }: ScaleEndProps) {
  const { ends, unit } = scale;
  const shown = Number(readValue(ends[at], unit, units).toFixed(unit === null ? 2 : 1));
  const take = (text: string) => {
    const value = rasterValue(Number(text), unit, units);
    const next: [number, number] = at === 0 ? [value, ends[1]] : [ends[0], value];
    if (text !== '' && Number(text) !== shown && next[0] < next[1]) onStretch(next);
  };
  const name = unitName(unit, units);
  return (
    <Field label={name ? `${label}, ${name}` : label}>
      {(id) => (
        <input
          // Another value from elsewhere takes the place of what was typed.
          key={shown}
          id={id}
          type="number"
          step="any"
          className={`control ${styles.input}`}
          defaultValue={shown}
          onBlur={(event) => {
            take(event.target.value);
            event.target.value = String(shown);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') take(event.currentTarget.value);
          }}
        />
      )}
    </Field>
  );
}
