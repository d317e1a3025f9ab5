import { imageSources } from '#web/ui/picture/sources.ts';
import { ClosedPage } from './closed-page.tsx';
import { ComparisonSlider, useComparison } from './comparison.tsx';
import { heroPicture } from './hero-picture.ts';
import type { SharedData } from './shared-data.ts';
import styles from './shared-slider.module.css';
import { useSharedFiles } from './use-shared-files.ts';

type SharedSliderProps = { data: SharedData; onGone: (message: string) => void };

/** One place before and now, for a frame on another page; of a single week, its picture. */
export function SharedSlider({ data, onGone }: SharedSliderProps) {
  const { page, token, brandName } = data;
  const { name, timeZone } = page.project;
  const comparison = useComparison(page, useSharedFiles(data, onGone));
  const picture = heroPicture(page);
  if (!comparison && !picture) {
    return (
      <ClosedPage brandName={brandName} title="No Updates Available">
        <p>Photos will appear here when the first update is published.</p>
      </ClosedPage>
    );
  }
  return (
    <main className={styles.slider}>
      <h1 className="visually-hidden">{name} before and after</h1>
      {comparison ? (
        <ComparisonSlider comparison={comparison} timeZone={timeZone} isFirst />
      ) : (
        picture && (
          <img
            className={styles.picture}
            {...imageSources(picture)}
            sizes="100vw"
            alt={`${name} from the air`}
          />
        )
      )}
      <a className={styles.more} href={`/shared/${token}`} target="_blank" rel="noreferrer">
        {name}
      </a>
    </main>
  );
}
