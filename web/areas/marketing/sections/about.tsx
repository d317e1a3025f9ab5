import { Figure, Caption, Picture, useLabel } from '../picture.tsx';
import { Section } from './section.tsx';
import { ButtonLink } from '../button.tsx';

const PEOPLE = [
  ['Project Managers', 'Know what changed since the last visit before the Monday meeting starts.'],
  ['Investors', 'See what your money has built without leaving your desk or booking a site tour.'],
  ['General Contractors', 'Settle who was where and when with dated photos of the whole site.'],
  ['Development Teams', 'Keep designers, lenders and the city on the same set of photos and maps.'],
  ['Homeowners', 'Follow your own house from the first footing to the roof.'],
] as const;

export function WhoWeServe() {
  return (
    <Section
      id="who-we-serve"
      title="Who We Serve"
      lede="Everyone who answers for a job site but can't be there every day."
    >
      <div className="split">
        <Figure
          name="who"
          className="who-picture"
          view="from above its entrance"
          sizes="(min-width: 60rem) 50vw, 100vw"
        />
        <dl className="rows">
          {PEOPLE.map(([who, why]) => (
            <div key={who}>
              <dt>{who}</dt>
              <dd>{why}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Section>
  );
}

const FACTS = [
  ['36 h', 'from shoot to portal upload'],
  ['30+', 'aerial progress photos in the core package'],
  ['1st', 'flight is free, with a 30-minute strategy call'],
  ['107', 'FAA Part 107 certified pilots'],
] as const;

export function FactsBand() {
  return (
    <ul className="facts" aria-label="What we promise">
      {FACTS.map(([number, text]) => (
        <li key={number}>
          <b>{number}</b> {text}
        </li>
      ))}
    </ul>
  );
}

const WEEKS = [2, 4, 6, 8];
const REASONS = [
  [
    'The whole site at a glance',
    'A walk shows you one corner. A flight shows how it all fits together.',
  ],
  ['Weeks you can compare', 'Same GPS waypoint, same angle. Only the work changes.'],
  ['A record no one can dispute', 'Dated and located photos, starting with the first visit.'],
] as const;

export function WhyDrones() {
  const label = useLabel();
  return (
    <Section
      id="why-drones"
      title="Why Use Drones"
      lede="A phone photo shows what someone chose to stand in front of. A drone that returns to the same point every week shows everything else."
      className="why"
    >
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
        {REASONS.map(([title, text]) => (
          <div key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        ))}
      </div>
      <ButtonLink kind="plain" href="#services">
        See How It Works
      </ButtonLink>
    </Section>
  );
}
