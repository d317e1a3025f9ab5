import type { Chapter } from '#domain/chapters.ts';
import { videoTime } from '#web/lib/formats.ts';
import styles from './lazy-video.module.css';

/** Seconds. Browsers seek to the frame before a time, so a chapter counts as reached slightly before its start. */
const SEEK_TOLERANCE = 0.05;

/** Index of the chapter at this time (seconds); -1 before the first. */
export const chapterAt = (chapters: readonly Chapter[], time: number): number =>
  chapters.findLastIndex(({ seconds }) => seconds <= time + SEEK_TOLERANCE);

type ChapterListProps = {
  chapters: readonly Chapter[];
  time: number;
  onSeek: (seconds: number) => void;
  className?: string | undefined;
};

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
            <span className={styles.time}>{videoTime(seconds)}</span> {name}
          </button>
        </li>
      ))}
    </ol>
  );
}
