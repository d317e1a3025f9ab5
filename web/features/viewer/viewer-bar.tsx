import { IconDownload, IconX } from '@tabler/icons-react';
import { documentedDay } from '#domain/weeks.ts';
import { megabytes } from '#web/lib/formats.ts';
import { longDate } from './long-date.ts';
import { type Cursor, look, position, type Collection } from './collection.ts';
import { ModeSwitch } from './mode-switch.tsx';
import buttons from './tool-button.module.css';
import { ToolButton } from './tool-button.tsx';
import type { ViewerMode } from './use-viewer.ts';
import styles from './viewer-bar.module.css';

type ViewerBarProps = {
  mode: ViewerMode;
  collection: Collection;
  cursor: Cursor | null;
  timeZone: string;
  canCompare: boolean;
  onMode: (mode: ViewerMode) => void;
  onClose: () => void;
};

const MODES = [
  ['single', 'Single'],
  ['gallery', 'Gallery'],
  ['compare', 'Compare'],
] as const;

/** What is looked at, the three modes, the original to download, and the way out. */
export function ViewerBar({
  mode,
  collection,
  cursor,
  timeZone,
  canCompare,
  onMode,
  onClose,
}: ViewerBarProps) {
  const file = (mode === 'single' && cursor && look(collection, cursor)?.file) || null;
  return (
    <header className={styles.bar}>
      <div className={styles.title} aria-live="polite">
        {mode === 'single' && cursor ? <FileTitle {...{ collection, cursor, timeZone }} /> : null}
        {mode === 'gallery' ? <h2>Gallery</h2> : null}
        {mode === 'compare' ? <h2>Compare</h2> : null}
      </div>
      <ModeSwitch
        label="Mode"
        modes={MODES}
        value={mode}
        isDisabled={(name) => name === 'compare' && !canCompare}
        onChange={onMode}
      />
      <div className={styles.actions}>
        {file?.originalUrl ? (
          <a
            className={buttons.button}
            href={file.originalUrl}
            download={file.fileName}
            title="Download original"
            aria-label="Download original"
          >
            <IconDownload size={20} stroke={1.75} aria-hidden />
          </a>
        ) : null}
        <ToolButton label="Close" shortcut="Escape" icon={IconX} onClick={onClose} />
      </div>
    </header>
  );
}

function FileTitle({
  collection,
  cursor,
  timeZone,
}: {
  collection: Collection;
  cursor: Cursor;
  timeZone: string;
}) {
  const place = look(collection, cursor);
  if (!place) return null;
  const { file, entry } = place;
  const { number, total } = position(collection, cursor);
  const facts = [
    longDate(file?.capturedAt ?? documentedDay(entry.submission, timeZone), timeZone),
    ...(file ? [megabytes(file.fileSize)] : []),
    `${number} of ${total}`,
  ];
  return (
    <>
      <h2>{file?.fileName ?? entry.submission.title}</h2>
      <p>{facts.join(' · ')}</p>
    </>
  );
}
