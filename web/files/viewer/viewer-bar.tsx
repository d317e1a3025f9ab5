import {
  IconDownload,
  IconInfoCircle,
  IconKeyboard,
  IconMapPin,
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
import { type Cursor, itemAt, countFiles } from './collection.ts';
import { Choice } from '#web/ui/choice.tsx';
import { urlOf, type Opening } from './opening.ts';
import buttons from './tool-button.module.css';
import { ToolButton } from './tool-button.tsx';
import type { useFullScreen } from '#web/ui/use-full-screen.ts';
import styles from './viewer-bar.module.css';
import type { ViewerState } from './use-viewer.ts';
import { useEffect, useState } from 'react';

const COPIED_MS = 3000;

function CopyLink({ shown }: { shown: Opening }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
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
          clipboard.writeText(urlOf(shown)).then(
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
  viewer: ViewerState;
  title: string;
  hasAddress: boolean;
  fullScreen: ReturnType<typeof useFullScreen>;
  onClose: () => void;
};

const MODES = [
  ['single', 'Single'],
  ['gallery', 'Gallery'],
  ['compare', 'Compare'],
] as const;

export function ViewerBar(props: ViewerBarProps) {
  const { viewer, title } = props;
  const { mode, cursor } = viewer;
  return (
    <header className={styles.bar} data-mode={mode}>
      <div className={styles.title} aria-live="polite">
        <h2>{title}</h2>
        {mode === 'single' && cursor ? <FileFacts {...{ viewer, cursor }} /> : null}
      </div>
      <Choice
        label="Mode"
        options={MODES}
        value={mode}
        isDisabled={(name) => name === 'compare' && viewer.comparison === null}
        onChange={viewer.show}
      />
      <Actions {...props} />
    </header>
  );
}

function Actions({ viewer, hasAddress, fullScreen, onClose }: ViewerBarProps) {
  const { mode, collection, cursor, panel, switchPanel } = viewer;
  const file = (mode === 'single' && cursor && itemAt(collection, cursor)?.file) || null;
  return (
    <div className={styles.actions}>
      {mode === 'gallery' ? null : (
        <ToolButton
          label="Details"
          shortcut="i"
          icon={IconInfoCircle}
          isPressed={panel === 'info'}
          onClick={() => switchPanel('info')}
        />
      )}
      {viewer.pins && mode !== 'gallery' ? (
        <ToolButton
          label="Pins"
          icon={IconMapPin}
          isPressed={panel === 'pins'}
          onClick={() => switchPanel('pins')}
        />
      ) : null}
      {hasAddress ? <CopyLink shown={viewer.shown} /> : null}
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
          label={fullScreen.isFull ? 'Exit full screen' : 'Full screen'}
          shortcut="f"
          icon={fullScreen.isFull ? IconMinimize : IconMaximize}
          isKeyboardOnly
          onClick={fullScreen.toggle}
        />
      ) : null}
      <ToolButton
        label="Keyboard shortcuts"
        shortcut="?"
        icon={IconKeyboard}
        isPressed={panel === 'help'}
        isKeyboardOnly
        onClick={() => switchPanel('help')}
      />
      <ToolButton label="Close" shortcut="Escape" icon={IconX} onClick={onClose} />
    </div>
  );
}

function FileFacts({ viewer, cursor }: { viewer: ViewerState; cursor: Cursor }) {
  const { collection, timeZone } = viewer;
  const place = itemAt(collection, cursor);
  if (!place) return null;
  const { file, entry } = place;
  const { number, total } = countFiles(collection, cursor);
  const facts = [
    longDate(file?.capturedAt ?? documentedDay(entry.submission, timeZone), timeZone),
    ...(file ? [megabytes(file.fileSize), photoTypeText(file)] : []),
    `${number} of ${total}`,
  ];
  return <p>{facts.filter(Boolean).join(' · ')}</p>;
}
