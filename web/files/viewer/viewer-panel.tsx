import { ChoicePanel } from './compare/choice-panel.tsx';
import { SIDE_NAMES } from './compare/compare-choice.tsx';
import { shownPair } from './compare/comparison.ts';
import { itemAt } from './collection.ts';
import type { PanelName, ViewerState } from './use-viewer.ts';
import styles from './panel.module.css';
import { PinsPanel } from './pins.tsx';
import { Panel } from './panel.tsx';
import { useUnits } from '#web/lib/use-units.ts';
import { factsOf } from './file-facts.ts';
import type { ViewerFile } from './viewer-file.ts';

const SHORTCUTS = [
  ['← →', 'Same view, earlier or later week'],
  ['↑ ↓', 'Previous or next viewpoint or file'],
  ['+ −', 'Zoom in or out'],
  ['0', 'Back to 100%'],
  ['R', 'Rotate'],
  ['P', 'Add a pin'],
  ['C', 'Mark the largest changes between two photos'],
  ['I', 'Details'],
  ['F', 'Full screen'],
  ['K', 'Play or pause a video'],
  [', .', 'Step a video back or forward one frame'],
  ['?', 'Keyboard shortcuts'],
  ['Esc', 'Close'],
] as const;

function HelpPanel({ onClose }: { onClose: () => void }) {
  return (
    <Panel title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles.facts}>
        {SHORTCUTS.map(([keys, text]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

type ViewerPanelProps = { viewer: ViewerState; panel: PanelName };

export function ViewerPanel({ viewer, panel }: ViewerPanelProps) {
  const { mode, comparison, timeZone, closePanel } = viewer;
  if (panel === 'help') return <HelpPanel onClose={closePanel} />;
  if (panel === 'info') {
    const files = filesOf(viewer);
    return files.length > 0 ? <InfoPanel {...{ files, timeZone }} onClose={closePanel} /> : null;
  }
  if (panel === 'pins') return <PinsPanel viewer={viewer} />;
  if (mode !== 'compare' || panel === 'more' || !comparison) return null;
  return <ChoicePanel {...{ viewer, comparison }} side={panel} />;
}

function filesOf({ mode, collection, cursor, comparison, photos }: ViewerState) {
  if (mode === 'compare' && comparison) {
    const { before, after } = shownPair(comparison, photos);
    return [
      ...(before ? [{ label: SIDE_NAMES.before, file: before }] : []),
      ...(after ? [{ label: SIDE_NAMES.after, file: after }] : []),
    ];
  }
  const file = mode === 'single' && cursor ? itemAt(collection, cursor)?.file : null;
  return file ? [{ label: null, file }] : [];
}

type InfoPanelProps = {
  files: readonly { label: string | null; file: ViewerFile }[];
  timeZone: string;
  onClose: () => void;
};

function InfoPanel({ files, timeZone, onClose }: InfoPanelProps) {
  const units = useUnits();
  return (
    <Panel title="Details" onClose={onClose}>
      {files.map(({ label, file }) => (
        <div key={file.id}>
          {label ? <h4 className={styles.label}>{label}</h4> : null}
          <dl className={styles.facts}>
            {factsOf(file, { timeZone, units }).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          {file.originalUrl ? (
            <a className={styles.download} href={file.originalUrl} download={file.fileName}>
              Download original
            </a>
          ) : null}
          {file.raw?.originalUrl ? (
            <a className={styles.download} href={file.raw.originalUrl} download={file.raw.fileName}>
              Download RAW
            </a>
          ) : null}
        </div>
      ))}
    </Panel>
  );
}
