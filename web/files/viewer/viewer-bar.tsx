import {
  IconDownload,
  IconInfoCircle,
  IconKeyboard,
  IconMaximize,
  IconMinimize,
  IconX,
  IconCheck,
  IconLink,
} from '@tabler/icons-react';
import { megabytes } from '#domain/byte-size.ts';
import { documentedDay } from '#domain/weeks.ts';
import { photoTypeText } from './file-facts.ts';
import { longDate } from '#web/lib/formats.ts';
import { type Cursor, look, position, type Collection } from './collection.ts';
import { Choice } from '#web/ui/choice.tsx';
import type { ViewerMode } from './opening.ts';
import buttons from './tool-button.module.css';
import { ToolButton } from './tool-button.tsx';
import type { useFullScreen } from '#web/ui/use-full-screen.ts';
import styles from './viewer-bar.module.css';
import type { PanelName } from './viewer-panel.tsx';
import { useEffect, useState } from 'react';

const SAID_MS = 3000;

/** Copies the address of what is shown; only where the browser lets pages copy. */
function CopyLink({ address }: { address: () => string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const { clipboard } = navigator as { clipboard?: Clipboard };
  if (!clipboard) return null;
  return (
    <>
      <ToolButton
        label="Copy link"
        icon={isCopied ? IconCheck : IconLink}
        onClick={() => {
          clipboard.writeText(address()).then(
            () => setCopied(true),
            () => setCopied(false),
          );
        }}
      />
      <output className="visually-hidden">{isCopied ? 'Link copied' : ''}</output>
    </>
  );
}

type ViewerBarProps = {
  mode: ViewerMode;
  /** What is shown, and of which project. */
  title: string;
  collection: Collection;
  cursor: Cursor | null;
  timeZone: string;
  canCompare: boolean;
  onMode: (mode: ViewerMode) => void;
  panel: PanelName | null;
  onPanel: (panel: PanelName) => void;
  /** The address of what is shown; null: it has none. */
  address: (() => string) | null;
  fullScreen: ReturnType<typeof useFullScreen>;
  onClose: () => void;
};

const MODES = [
  ['single', 'Single'],
  ['gallery', 'Gallery'],
  ['compare', 'Compare'],
] as const;

/** What is looked at, the three modes, what can be done with it, and the way out. */
export function ViewerBar(props: ViewerBarProps) {
  const { mode, title, collection, cursor, timeZone, canCompare, onMode } = props;
  return (
    <header className={styles.bar} data-mode={mode}>
      <div className={styles.title} aria-live="polite">
        <h2>{title}</h2>
        {mode === 'single' && cursor ? <FileFacts {...{ collection, cursor, timeZone }} /> : null}
      </div>
      <Choice
        label="Mode"
        options={MODES}
        value={mode}
        isDisabled={(name) => name === 'compare' && !canCompare}
        onChange={onMode}
      />
      <Actions {...props} />
    </header>
  );
}

function Actions(props: ViewerBarProps) {
  const { mode, collection, cursor, panel, onPanel, address, fullScreen, onClose } = props;
  const file = (mode === 'single' && cursor && look(collection, cursor)?.file) || null;
  return (
    <div className={styles.actions}>
      {mode === 'gallery' ? null : (
        <ToolButton
          label="Details"
          shortcut="i"
          icon={IconInfoCircle}
          isPressed={panel === 'info'}
          onClick={() => onPanel('info')}
        />
      )}
      {address ? <CopyLink address={address} /> : null}
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
      {fullScreen ? (
        <ToolButton
          label={fullScreen.isFull ? 'Leave full screen' : 'Full screen'}
          shortcut="f"
          icon={fullScreen.isFull ? IconMinimize : IconMaximize}
          isForKeys
          onClick={fullScreen.toggle}
        />
      ) : null}
      <ToolButton
        label="Keyboard"
        shortcut="?"
        icon={IconKeyboard}
        isPressed={panel === 'help'}
        isForKeys
        onClick={() => onPanel('help')}
      />
      <ToolButton label="Close" shortcut="Escape" icon={IconX} onClick={onClose} />
    </div>
  );
}

type FileFactsProps = { collection: Collection; cursor: Cursor; timeZone: string };

function FileFacts({ collection, cursor, timeZone }: FileFactsProps) {
  const place = look(collection, cursor);
  if (!place) return null;
  const { file, entry } = place;
  const { number, total } = position(collection, cursor);
  const facts = [
    longDate(file?.capturedAt ?? documentedDay(entry.submission, timeZone), timeZone),
    ...(file ? [megabytes(file.fileSize), photoTypeText(file)] : []),
    `${number} of ${total}`,
  ];
  return <p>{facts.filter(Boolean).join(' · ')}</p>;
}
