import { Figure, Caption, Picture, useLabel } from '../picture.tsx';
import { Section } from './section.tsx';
import { ButtonLink } from '../button.tsx';
import { useSite } from '../site.ts';
import { isShown, readItems } from '../texts.ts';

export function WhoWeServe() {
  const { lede, items } = readItems(useSite().texts.whoWeServe);
  return (
    <Section id="who-we-serve" title="Who We Serve" lede={lede}>
      <div className="split">
        <Figure
          name="who"
          className="who-picture"
          view="from above its entrance"
          sizes="(min-width: 60rem) 50vw, 100vw"
        />
        <dl className="rows">
          {items.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  );
}

export function FactsBand() {
  const { items } = readItems(useSite().texts.facts);
  return (
    <ul className="facts" aria-label="What we promise">
      {items.map(({ title, text }) => (
        <li key={title}>
          <b>{title}</b> {text}
        </li>
      ))}
    </ul>
  );
}

const WEEKS = [2, 4, 6, 8];

export function WhyDrones() {
  const label = useLabel();
  const site = useSite();
  const { lede, items } = readItems(site.texts.whyDrones);
  return (
    <Section id="why-drones" title="Why Use Drones" lede={lede} className="why">
      <figure className="strip">
        <ol>
          {WEEKS.map((week, index) => (
            <li key={week}>
              <Picture
                name={`week-${week}`}
                view={`in week ${week}, from the same point`}
                sizes="(min-width: 60rem) 25vw, 48vw"
              />
              <span>{label(`week-${week}`, `Visit ${index + 1}`)}</span>
            </li>
          ))}
        </ol>
        <Caption of="week-2" text="one waypoint, four visits" />
      </figure>
      <div className="thirds">
        {items.map(({ title, text }) => (
          <div key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        ))}
      </div>
      {isShown(site, 'services') ? (
        <ButtonLink kind="plain" href="#services">
          See How It Works
        </ButtonLink>
      ) : null}
    </Section>
  );
}
