import { useRef } from 'react';
import styles from './filmstrip.module.css';
import { Thumb } from './thumb.tsx';
import { useCentered } from './use-centered.ts';
import type { ViewerFile } from './viewer-file.ts';

type FilmstripProps = {
  files: readonly ViewerFile[];
  current: ViewerFile | null;
  onOpen: (file: ViewerFile) => void;
};

/** Files on each side of the current one: more than fit on a screen, and never hundreds. */
const REACH = 30;

/** The files of the week in small pictures; the current one is kept in the middle. */
export function Filmstrip({ files, current, onOpen }: FilmstripProps) {
  const strip = useRef<HTMLUListElement>(null);
  const at = files.findIndex(({ id }) => id === current?.id);
  useCentered(strip, current?.id);
  return (
    <ul ref={strip} className={`${styles.strip} screen-only`} aria-label="Files of this week">
      {files.slice(Math.max(0, at - REACH), at + REACH + 1).map((file) => (
        <li key={file.id}>
          <button
            type="button"
            aria-current={file.id === current?.id || undefined}
            aria-label={file.title}
            title={file.title}
            onClick={() => onOpen(file)}
          >
            <Thumb picture={file} />
          </button>
        </li>
      ))}
    </ul>
  );
}
