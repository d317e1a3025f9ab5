import type { Chapter } from '#domain/chapters.ts';
import { filmTime } from '#web/lib/formats.ts';
import styles from './film.module.css';

/** A film jumps to the frame before a moment: so many seconds before its start a chapter is under way. */
const NEAR = 0.05;

/** Where in the list the chapter of this position is, seconds; -1 before the first. */
export const chapterAt = (chapters: readonly Chapter[], time: number): number =>
  chapters.findLastIndex(({ seconds }) => seconds <= time + NEAR);

type ChapterListProps = {
  chapters: readonly Chapter[];
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
