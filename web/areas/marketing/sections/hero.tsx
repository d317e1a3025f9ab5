import { ButtonLink } from '../button.tsx';
import { Caption, Picture, useLabel } from '../picture.tsx';
import { PUBLIC_PATHS, useSection, useSite } from '../site.ts';
import { isShown } from '../texts.ts';

const WIDE_SIZES = 'max(100vw, 160vh)';
/** Smaller than phones could show, because this picture loads first. */
const TALL_SIZES = '85vw';

export function Hero() {
  const section = useSection();
  const site = useSite();
  return (
    <section className="hero" aria-labelledby="claim">
      <Compare />
      <div className="claim">
        <h1 id="claim">{site.texts.headline}</h1>
        <div className="claim-row">
          <p>{site.texts.introduction}</p>
          <div className="buttons">
            <ButtonLink href={section('contact')}>{site.texts.button}</ButtonLink>
            {isShown(site, 'portal-demo') ? (
              <ButtonLink kind="glass" href={PUBLIC_PATHS.portalDemo}>
                See the Portal Demo
              </ButtonLink>
            ) : null}
          </div>
        </div>
      </div>
    </section>
  );
}

function Compare() {
  const label = useLabel();
  const [before, after] = [label('hero-before', 'Before'), label('hero-after', 'After')];
  return (
    <figure className="compare" data-compare>
      <Picture
        name="hero-after"
        view="in its last week, with the building standing"
        own="The same site after"
        sizes={WIDE_SIZES}
        tall={{ name: 'hero-after-tall', sizes: TALL_SIZES }}
        isEager
      />
      <div className="compare-before">
        <Picture
          name="hero-before"
          view="in its first week: bare soil, nothing built yet"
          own="A site before"
          sizes={WIDE_SIZES}
          tall={{ name: 'hero-before-tall', sizes: TALL_SIZES }}
          isEager
          isSecond
        />
      </div>
      <span className="compare-label" data-side="before" aria-hidden="true">
        {before}
      </span>
      <span className="compare-label" data-side="after" aria-hidden="true">
        {after}
      </span>
      <input
        className="compare-range"
        type="range"
        min="0"
        max="100"
        step="any"
        defaultValue="50"
        aria-label={`Divider between ${before.toLowerCase()} and ${after.toLowerCase()}`}
        aria-valuetext="50 percent"
      />
      <span className="compare-handle" aria-hidden="true">
        <svg viewBox="0 0 24 24" width="22" height="22">
          <path d="m9 7-5 5 5 5M15 7l5 5-5 5" />
        </svg>
      </span>
      <span className="compare-hint" aria-hidden="true">
        Drag to compare
      </span>
      <Caption of="hero-after" text="one viewpoint, two visits" />
    </figure>
  );
}
