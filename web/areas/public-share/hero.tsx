import type { LogoBrand } from '#domain/public-site.ts';
import type { SharedPage } from '#domain/share-links.ts';
import { documentedDay } from '#domain/weeks.ts';
import { dateAndAge } from '#web/lib/formats.ts';
import { Logo } from '#web/ui/logo.tsx';
import { averageColor } from '#web/ui/picture/placeholder.ts';
import { imageSources } from '#web/ui/picture/sources.ts';
import { heroPicture, heroSizes } from './hero-picture.ts';
import styles from './hero.module.css';

type HeroProps = {
  page: SharedPage;
  brand: LogoBrand;
  now: Date;
  /** Whether a comparison of photos follows, so that the cover isn't needed. */
  hasComparison: boolean;
};

export function Hero({ page, brand, now, hasComparison }: HeroProps) {
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
          style={{ backgroundColor: averageColor(picture.thumbhash) }}
          sizes={heroSizes(picture)}
          alt={`${project.name} from the air`}
          width={picture.width ?? undefined}
          height={picture.height ?? undefined}
          fetchPriority="high"
          decoding="async"
        />
      ) : null}
      <div className={styles.heroBar}>
        <p className="logo-line">
          <Logo brand={{ ...brand, logoUrl: brand.logoDarkUrl }} height={28} />
        </p>
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

/** Read by color-scheme.js before the first paint, and by the app. */
const STORAGE_KEY = 'mantine-color-scheme-value';
const ATTRIBUTE = 'data-mantine-color-scheme';

function switchScheme(): void {
  const next = document.documentElement.getAttribute(ATTRIBUTE) === 'dark' ? 'light' : 'dark';
  document.documentElement.setAttribute(ATTRIBUTE, next);
  try {
    localStorage.setItem(STORAGE_KEY, next);
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}

/** CSS shows one of the two icons. */
function SchemeSwitch() {
  const svgProps = {
    viewBox: '0 0 24 24',
    width: 20,
    height: 20,
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 1.75,
  };
  return (
    <button
      type="button"
      className={styles.scheme}
      aria-label="Switch between light and dark"
      title="Switch between light and dark"
      onClick={switchScheme}
    >
      <svg {...svgProps} data-sign="moon" aria-hidden>
        <path d="M12 3a6.5 6.5 0 0 0 9 9 9 9 0 1 1-9-9Z" strokeLinejoin="round" />
      </svg>
      <svg {...svgProps} data-sign="sun" aria-hidden strokeLinecap="round">
        <circle cx="12" cy="12" r="4" />
        <path d="M12 3v1M12 20v1M3 12h1M20 12h1M5.6 5.6l.7.7M17.7 17.7l.7.7M5.6 18.4l.7-.7M17.7 6.3l.7-.7" />
      </svg>
    </button>
  );
}
