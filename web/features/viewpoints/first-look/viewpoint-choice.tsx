import { useEffect, useRef } from 'react';
import type { ComparedView } from '#domain/compared-views.ts';
import { Picture } from '#web/ui/picture.tsx';
import classes from './first-look.module.css';

/** Pixels before the chosen one. */
const GAP = 8;

type ViewpointChoiceProps = {
  views: readonly ComparedView[];
  shownId: string;
  onChange: (viewpointId: string) => void;
};

/** The viewpoints of a week as they look in it; one of them is shown above. */
export function ViewpointChoice({ views, shownId, onChange }: ViewpointChoiceProps) {
  const strip = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // The first time alone: a press on one of them leaves the strip where it is.
    const list = strip.current;
    const chosen = list?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (list && chosen) list.scrollTo(chosen.offsetLeft - GAP, chosen.offsetTop - GAP);
  }, []);
  return (
    <ul ref={strip} className={classes.viewpoints} aria-label="Viewpoints">
      {views.map(({ viewpoint, after }) => (
        <li key={viewpoint.id}>
          <button
            type="button"
            className={classes.viewpoint}
            aria-pressed={viewpoint.id === shownId}
            onClick={() => onChange(viewpoint.id)}
          >
            <Picture picture={after} alt="" sizes="8rem" ratio={3 / 2} />
            <span className={classes.viewpointName}>{viewpoint.name}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
