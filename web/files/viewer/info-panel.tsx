import { useUnits } from '#web/lib/use-units.ts';
import { factsOf } from './file-facts.ts';
import styles from './info-panel.module.css';
import { Panel } from './panel.tsx';
import type { ViewerFile } from './viewer-file.ts';

type InfoPanelProps = {
  files: readonly { label: string | null; file: ViewerFile }[];
  timeZone: string;
  onClose: () => void;
};

/** What is known of the files that are looked at, as far as the viewer may know it. */
export function InfoPanel({ files, timeZone, onClose }: InfoPanelProps) {
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
