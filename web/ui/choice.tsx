import styles from './choice.module.css';

type ChoiceProps<Value extends string> = {
  label: string;
  options: readonly (readonly [value: Value, name: string])[];
  value: Value;
  isDisabled?: (value: Value) => boolean;
  disabledHint?: string;
  onChange: (value: Value) => void;
};

export function Choice<Value extends string>(props: ChoiceProps<Value>) {
  const { label, options, value, isDisabled, disabledHint, onChange } = props;
  return (
    <fieldset className={styles.choice}>
      <legend className="visually-hidden">{label}</legend>
      {options.map(([option, name]) => (
        <button
          key={option}
          type="button"
          aria-pressed={value === option}
          disabled={isDisabled?.(option)}
          title={isDisabled?.(option) ? disabledHint : undefined}
          onClick={() => onChange(option)}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}
