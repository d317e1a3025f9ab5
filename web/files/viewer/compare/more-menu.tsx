import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { CompareLayout } from '../opening.ts';
import { Panel } from '../panel.tsx';
import buttons from '../tool-button.module.css';
import styles from './compare-tools.module.css';

type MoreMenuProps = {
  layout: CompareLayout;
  onLayout: (layout: CompareLayout) => void;
  canAlign: boolean;
  isAsTaken: boolean;
  onAsTaken: (isAsTaken: boolean) => void;
  isOpen: boolean;
  onSwitch: () => void;
  /** Tools that don't fit in the toolbar. */
  children: ReactNode;
};

const LAYOUTS: readonly (readonly [CompareLayout, string])[] = [
  ['fade', 'Fade'],
  ['blink', 'Blink'],
  ['lens', 'Lens'],
];

/** Less used ways to compare: a menu above its button, or a sheet on phones. */
export function MoreMenu(props: MoreMenuProps) {
  const { layout, onLayout, canAlign, isAsTaken, onAsTaken, isOpen, onSwitch, children } = props;
  const menu = useRef<HTMLDivElement>(null);
  const isUsed = isAsTaken || LAYOUTS.some(([name]) => name === layout);
  const close = useEffectEvent((event: PointerEvent) => {
    if (isOpen && !menu.current?.contains(event.target as Node)) onSwitch();
  });
  useEffect(() => {
    const hear = (event: PointerEvent) => close(event);
    document.addEventListener('pointerdown', hear);
    return () => document.removeEventListener('pointerdown', hear);
  }, []);
  const item = (label: string, isPressed: boolean, onPress: () => void) => (
    <button
      key={label}
      type="button"
      className={styles.word}
      aria-pressed={isPressed}
      onClick={() => {
        onPress();
        onSwitch();
      }}
    >
      {label}
    </button>
  );
  return (
    <div ref={menu} className={styles.more}>
      <button
        type="button"
        className={styles.word}
        aria-expanded={isOpen}
        data-used={isUsed || undefined}
        onClick={onSwitch}
      >
        More
      </button>
      {isOpen ? (
        <Panel title="More" className={styles.menu} onClose={onSwitch}>
          <div className={`${styles.items} ${buttons.named}`}>
            {LAYOUTS.map(([name, label]) => item(label, name === layout, () => onLayout(name)))}
            {canAlign ? item('As taken', isAsTaken, () => onAsTaken(!isAsTaken)) : null}
            {children}
          </div>
        </Panel>
      ) : null}
    </div>
  );
}
