import type { SharedPage } from '#domain/share-links.ts';
import { documentedDay } from '#domain/weeks.ts';
import { dateAndAge } from '#web/lib/formats.ts';
import { averageColour } from '#web/ui/picture/placeholder.ts';
import { imageSources } from '#web/ui/picture/sources.ts';
import { heroPicture, heroSizes } from './hero-picture.ts';
import { SchemeSwitch } from './scheme-switch.tsx';
import styles from './hero.module.css';

type HeroProps = {
  page: SharedPage;
  brandName: string;
  now: Date;
  /** Whether a comparison of photos follows, so that the cover isn't needed. */
  hasComparison: boolean;
};

/** The newest picture over the whole screen, with what it shows; only the text above a comparison. */
export function Hero({ page, brandName, now, hasComparison }: HeroProps) {
  const { project } = page;
  const picture = hasComparison ? null : heroPicture(page);
  const sources = picture && imageSources(picture);
  const newest = page.submissions[0];
  const kicker = page.title && page.title !== project.name ? page.title : 'Project update';
  return (
    <header
      className={styles.hero}
      data-bare={picture ? undefined : hasComparison ? 'compares' : true}
    >
      {picture && sources ? (
        <img
          className={styles.heroPicture}
          {...sources}
          style={{ backgroundColor: averageColour(picture.thumbhash) }}
          sizes={heroSizes(picture)}
          alt={`${project.name} from the air`}
          width={picture.width ?? undefined}
          height={picture.height ?? undefined}
          fetchPriority="high"
          decoding="async"
        />
      ) : null}
      <div className={styles.heroBar}>
        <p>{brandName}</p>
        <SchemeSwitch />
      </div>
      <div className={styles.heroText}>
        <p className={styles.kicker}>{kicker}</p>
        <h1>{project.name}</h1>
        {project.address ? <p>{project.address}</p> : null}
        {newest ? (
          <p>
            Latest update{' '}
            <time>
              {dateAndAge(documentedDay(newest, project.timeZone), project.timeZone, now)}
            </time>
          </p>
        ) : null}
      </div>
    </header>
  );
}
