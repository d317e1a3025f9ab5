import { IconX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './panel.module.css';
import { ToolButton } from './tool-button.tsx';

type PanelProps = {
  title: string;
  className?: string | undefined;
  onClose: () => void;
  children: ReactNode;
};

/** A side panel, or a bottom sheet on phones. Takes the focus and returns it on closing. */
export function Panel({ title, className = '', onClose, children }: PanelProps) {
  const panel = useRef<HTMLElement>(null);
  const titleId = useId();
  useEffect(() => {
    const before = document.activeElement;
    // A field in the panel may have taken it already.
    if (!panel.current?.contains(before)) panel.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <section
      ref={panel}
      className={`${styles.panel} ${className}`}
      aria-labelledby={titleId}
      tabIndex={-1}
    >
      <header className={styles.head}>
        <h3 id={titleId}>{title}</h3>
        <ToolButton label={`Close ${title}`} icon={IconX} onClick={onClose} />
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- focusable, so that it scrolls by keyboard */}
      <div className={styles.content} tabIndex={0} data-scrolls>
        {children}
      </div>
    </section>
  );
}
