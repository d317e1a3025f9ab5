import { Switch } from './controls.tsx';
import styles from './side.module.css';
import type { Survey } from './use-survey.ts';

/** Photos and flights on the map, and as an accessible list. */
export function PhotoSection({ survey }: { survey: Survey }) {
  const { arePhotosShown, setPhotosShown, openPhoto } = survey;
  const { photos, flights, error } = survey.photos;
  return (
    <section className={styles.section} aria-label="Photos on the map">
      <Switch
        label="Show where photos were taken"
        isOn={arePhotosShown}
        onChange={setPhotosShown}
      />
      {arePhotosShown && error ? (
        <p role="alert" className={styles.problem}>
          {error}
        </p>
      ) : null}
      {photos?.length === 0 ? (
        <p className={styles.hint}>This week&apos;s photos have no location data.</p>
      ) : null}
      <Files files={photos ?? []} nouns={['photo', 'photos']} onFile={openPhoto} />
      <Files files={flights} nouns={['video flight', 'video flights']} onFile={openPhoto} />
    </section>
  );
}

type FilesProps = {
  files: readonly { id: string; title: string }[];
  /** Singular and plural. */
  nouns: readonly [string, string];
  onFile: (id: string) => void;
};

function Files({ files, nouns, onFile }: FilesProps) {
  if (files.length === 0) return null;
  return (
    <details className={styles.details}>
      <summary>
        {files.length} {nouns[files.length === 1 ? 0 : 1]}
      </summary>
      <ul className={styles.list}>
        {files.map(({ id, title }) => (
          <li key={id}>
            <button type="button" className={styles.entry} onClick={() => onFile(id)}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
