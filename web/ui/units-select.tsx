import { useId } from 'react';
import { isUnitsChoice, UNITS_CHOICES, UNITS_LABELS } from '#domain/units.ts';
import { useUnitsSetting } from '#web/lib/use-units.ts';
import styles from './units-select.module.css';

export function UnitsSelect() {
  const id = useId();
  const { choice, choose } = useUnitsSetting();
  return (
    <span className={`${styles.units} screen-only`}>
      <label htmlFor={id}>Units</label>
      <select
        id={id}
        className="control"
        value={choice}
        onChange={({ currentTarget: { value } }) => {
          if (isUnitsChoice(value)) choose(value);
        }}
      >
        {UNITS_CHOICES.map((each) => (
          <option key={each} value={each}>
            {UNITS_LABELS[each]}
          </option>
        ))}
      </select>
    </span>
  );
}
