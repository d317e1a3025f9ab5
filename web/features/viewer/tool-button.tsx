import type { TablerIcon } from '@tabler/icons-react';
import styles from './viewer.module.css';

type ToolButtonProps = {
  label: string;
  icon: TablerIcon;
  onClick: () => void;
  /** The key that does the same, as aria-keyshortcuts names it. */
  shortcut?: string;
  isDisabled?: boolean;
  isPressed?: boolean;
  className?: string | undefined;
};

/** A round button of the viewer with an icon and a name. */
export function ToolButton({
  label,
  icon: Icon,
  onClick,
  shortcut,
  isDisabled,
  isPressed,
  className,
}: ToolButtonProps) {
  return (
    <button
      type="button"
      className={`${styles.toolButton} ${className ?? ''}`}
      title={label}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      aria-pressed={isPressed}
      disabled={isDisabled}
      onClick={onClick}
    >
      <Icon size={20} stroke={1.75} aria-hidden />
    </button>
  );
}
