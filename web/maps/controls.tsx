import type { TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import styles from './controls.module.css';

type IconButtonProps = {
  label: string;
  icon: TablerIcon;
  isPressed?: boolean;
  onClick: () => void;
};

export function IconButton({ label, icon: Icon, isPressed, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      className={styles.icon}
      title={label}
      aria-label={label}
      aria-pressed={isPressed}
      onClick={onClick}
    >
      <Icon size={18} stroke={1.75} aria-hidden />
    </button>
  );
}

type FieldProps = {
  label: string;
  children: (id: string) => ReactNode;
};

export function Field({ label, children }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  );
}

type SwitchProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void };

export function Switch({ label, isOn, onChange }: SwitchProps) {
  return (
    <label className={styles.switch}>
      <input
        type="checkbox"
        role="switch"
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}
