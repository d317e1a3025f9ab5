import styles from './info-panel.module.css';
import { Panel } from './panel.tsx';

const KEYS = [
  ['← →', 'Same view, a week earlier or later'],
  ['↑ ↓', 'Previous and next viewpoint or file'],
  ['+ −', 'Zoom in and out'],
  ['0', 'Back to 100%'],
  ['R', 'Rotate'],
  ['C', 'Mark the largest changes between two photos'],
  ['I', 'Details'],
  ['F', 'Full screen'],
  ['K', 'Play or pause a video'],
  [', .', 'One frame of a video back or forward'],
  ['?', 'These keys'],
  ['Esc', 'Close'],
] as const;

/** What the keys do. */
export function HelpPanel({ onClose }: { onClose: () => void }) {
  return (
    <Panel title="Keyboard" onClose={onClose}>
      <dl className={styles.facts}>
        {KEYS.map(([keys, words]) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
