import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import type { CompareLayout } from '../opening.ts';
import { Panel } from '../panel.tsx';
import type { ViewerState } from '../use-viewer.ts';
import buttons from '../tool-button.module.css';
import styles from './compare-tools.module.css';

type MoreMenuProps = {
  viewer: ViewerState;
  canAlign: boolean;
  children: ReactNode;
};

type CompareOption = { label: string; about: string };

const LAYOUTS: readonly (CompareOption & { layout: CompareLayout })[] = [
  { layout: 'fade', label: 'Fade', about: 'Blend with a slider' },
  { layout: 'blink', label: 'Blink', about: 'Flip back and forth' },
  { layout: 'lens', label: 'Lens', about: 'Before photo in a circle' },
];
const AS_TAKEN: CompareOption = { label: 'As taken', about: 'Not aligned, changes not marked' };

/** Less common comparison tools, in a menu above the button or a sheet on phones. */
export function MoreMenu({ viewer, canAlign, children }: MoreMenuProps) {
  const { layout, setLayout, isAsTaken, setAsTaken, panel } = viewer;
  const isOpen = panel === 'more';
  const onSwitch = () => viewer.switchPanel('more');
  const menu = useRef<HTMLDivElement>(null);
  const active = [
    ...LAYOUTS.filter((option) => option.layout === layout),
    ...(canAlign && isAsTaken ? [AS_TAKEN] : []),
  ];
  const close = useEffectEvent((event: PointerEvent) => {
    if (isOpen && !menu.current?.contains(event.target as Node)) onSwitch();
  });
  useEffect(() => {
    const onPointerDown = (event: PointerEvent) => close(event);
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, []);
  const item = (option: CompareOption, isPressed: boolean, onPress: () => void) => (
    <CompareOptionButton
      key={option.label}
      {...{ option, isPressed }}
      onPress={() => {
        onPress();
        onSwitch();
      }}
    />
  );
  return (
    <div ref={menu} className={styles.more}>
      <button
        type="button"
        className={styles.word}
        aria-expanded={isOpen}
        aria-pressed={active.length > 0}
        aria-label={[...active.map(({ label }) => label), 'More'].join(', ')}
        onClick={onSwitch}
      >
        {active.map(({ label }) => label).join(', ') || 'More'}
      </button>
      {isOpen ? (
        <Panel title="More" className={styles.menu} onClose={onSwitch}>
          <div className={`${styles.items} ${buttons.named}`}>
            {LAYOUTS.map((option) =>
              item(option, option.layout === layout, () => setLayout(option.layout)),
            )}
            {canAlign ? item(AS_TAKEN, isAsTaken, () => setAsTaken(!isAsTaken)) : null}
            {children}
          </div>
        </Panel>
      ) : null}
    </div>
  );
}

type CompareOptionButtonProps = { option: CompareOption; isPressed: boolean; onPress: () => void };

function CompareOptionButton({
  option: { label, about },
  isPressed,
  onPress,
}: CompareOptionButtonProps) {
  const aboutId = useId();
  return (
    <span className={styles.way}>
      <button
        type="button"
        className={styles.word}
        aria-pressed={isPressed}
        aria-describedby={aboutId}
        onClick={onPress}
      >
        {label}
      </button>
      <small id={aboutId}>{about}</small>
    </span>
  );
}
