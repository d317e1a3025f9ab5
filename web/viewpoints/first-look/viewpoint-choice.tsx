import { useEffect, useRef } from 'react';
import type { ComparedView } from '#domain/submission-comparison.ts';
import { Picture } from '#web/ui/picture.tsx';
import strip from '../viewpoint-strip.module.css';
import classes from './first-look.module.css';

const GAP_PX = 8;

type ViewpointChoiceProps = {
  views: readonly ComparedView[];
  shownId: string;
  onChange: (viewpointId: string) => void;
};

export function ViewpointChoice({ views, shownId, onChange }: ViewpointChoiceProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Scrolls only at first, not when a viewpoint is chosen.
    const chosen = list.current?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (chosen) list.current?.scrollTo(chosen.offsetLeft - GAP_PX, chosen.offsetTop - GAP_PX);
  }, []);
  return (
    <ul ref={list} className={`${strip.strip} ${classes.viewpoints}`} aria-label="Viewpoints">
      {views.map(({ viewpoint, after }) => (
        <li key={viewpoint.id} className={strip.item}>
          <button
            type="button"
            className={strip.photo}
            title={viewpoint.name}
            aria-pressed={viewpoint.id === shownId}
            onClick={() => onChange(viewpoint.id)}
          >
            <Picture picture={after} alt="" sizes="8rem" ratio={3 / 2} />
            <span className={strip.title}>{viewpoint.name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
