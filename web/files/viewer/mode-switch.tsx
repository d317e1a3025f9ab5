import styles from './mode-switch.module.css';

type ModeSwitchProps<Mode extends string> = {
  label: string;
  modes: readonly (readonly [mode: Mode, label: string])[];
  value: Mode;
  isDisabled?: (mode: Mode) => boolean;
  onChange: (mode: Mode) => void;
};

/** One of few ways to look, all of them seen. */
export function ModeSwitch<Mode extends string>(props: ModeSwitchProps<Mode>) {
  const { label, modes, value, isDisabled, onChange } = props;
  return (
    <fieldset className={styles.switch}>
      <legend className="visually-hidden">{label}</legend>
      {modes.map(([mode, name]) => (
        <button
          key={mode}
          type="button"
          aria-pressed={value === mode}
          disabled={isDisabled?.(mode)}
          onClick={() => onChange(mode)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
