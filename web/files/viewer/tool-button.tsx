import type { TablerIcon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import styles from './tool-button.module.css';

type ToolButtonProps = {
  label: string;
  /** The visible label inside an element with the class `named`. By default, the full label. */
  shortLabel?: string;
  /** What the button leads to, shown after the label in the tooltip. */
  target?: string | null | undefined;
  icon: TablerIcon;
  onClick: () => void;
  /** Keyboard shortcut, in the syntax of aria-keyshortcuts. */
  shortcut?: string;
  isDisabled?: boolean;
  isPressed?: boolean;
  className?: string | undefined;
  /** Whether the button is hidden on devices without a keyboard. */
  isKeyboardOnly?: boolean;
};

const KEY_NAMES: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
};

export function ToolButton({
  label,
  shortLabel,
  target,
  icon: Icon,
  onClick,
  shortcut,
  isDisabled,
  isPressed,
  className,
  isKeyboardOnly,
}: ToolButtonProps) {
  const keys = shortcut ? ` (${KEY_NAMES[shortcut] ?? shortcut.toUpperCase()})` : '';
  return (
    <button
      type="button"
      className={`${styles.button} ${className ?? ''}`}
      title={`${target ? `${label}: ${target}` : label}${keys}`}
      aria-label={shortLabel && label}
      aria-keyshortcuts={shortcut}
      aria-pressed={isPressed}
      data-keys={isKeyboardOnly}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
      <span className={styles.text}>{shortLabel ?? label}</span>
    </button>
  );
}

export function ToolBar({ className, children }: { className?: string; children: ReactNode }) {
  return <div className={`${styles.bar} ${className ?? ''}`}>{children}</div>;
}
