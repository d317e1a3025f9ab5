import { date } from '#web/lib/formats.ts';
import { PairSlider } from '#web/ui/compare/pair-slider.tsx';
import { imageSources } from '#web/ui/picture/sources.ts';
import { ClosedPage } from './closed-page.tsx';
import { heroPicture } from './hero-picture.ts';
import type { SharedData } from './shared-data.ts';
import styles from './shared-slider.module.css';
import { useComparison } from './use-comparison.ts';

type SharedSliderProps = { data: SharedData; onGone: (message: string) => void };

/** Before and after of one viewpoint, for embedding. With only one submission, shows its picture. */
export function SharedSlider({ data, onGone }: SharedSliderProps) {
  const { page, token, brand } = data;
  const { name, timeZone } = page.project;
  const view = useComparison(data, onGone)?.view;
  const picture = heroPicture(page);
  if (!view?.before && !picture) {
    return (
      <ClosedPage brand={brand} title="No Updates Available">
        <p>Photos will appear here when the first update is published.</p>
      </ClosedPage>
    );
  }
  return (
    <main className={styles.slider}>
      <h1 className="visually-hidden">{name} before and after</h1>
      {view?.before ? (
        <PairSlider
          before={view.before}
          after={view.after}
          turn={view.turn}
          name={view.viewpoint.name}
          beforeLabel={date(view.before.day, timeZone)}
          afterLabel={date(view.after.day, timeZone)}
          sizes="100vw"
          isEager
        />
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
