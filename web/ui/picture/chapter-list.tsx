import type { Chapter } from '#domain/chapters.ts';
import { filmTime } from '#web/lib/film-time.ts';
import { chapterAt } from './chapter-at.ts';
import styles from './chapter-list.module.css';

type ChapterListProps = {
  chapters: readonly Chapter[];
  /** Position of the film, seconds. */
  time: number;
  onSeek: (seconds: number) => void;
  className?: string | undefined;
};

/** The chapters of a film, to jump to; the one under way is marked. Nothing where there are none. */
export function ChapterList({ chapters, time, onSeek, className }: ChapterListProps) {
  if (chapters.length === 0) return null;
  const current = chapterAt(chapters, time);
  return (
    <ol className={`${styles.chapters} ${className ?? ''}`} aria-label="Chapters">
      {chapters.map(({ seconds, name }, index) => (
        <li key={seconds}>
          <button
            type="button"
            aria-current={index === current ? 'step' : undefined}
            onClick={() => onSeek(seconds)}
          >
            <span className={styles.time}>{filmTime(seconds)}</span> {name}
          </button>
        </li>
      ))}
    </ol>
  );
}
