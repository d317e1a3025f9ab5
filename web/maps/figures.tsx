import type { Figure } from './map-figures.ts';
import styles from './figures.module.css';

/** The figures of a map, of the week that `title` names. */
export function Figures({ title, figures }: { title: string; figures: readonly Figure[] }) {
  if (figures.length === 0) return null;
  return (
    <dl className={styles.figures} aria-label={`Figures of ${title}`}>
      {figures.map(({ name, value, hint }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <strong>{value}</strong>
            {hint ? <span>{hint}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}
