import { ButtonLink } from '../button.tsx';
import { Caption, Picture, useLabel } from '../picture.tsx';
import { Section } from './section.tsx';

const WEEKS = [2, 4, 6, 8];
const REASONS = [
  [
    'The whole site in one look',
    'A walk shows you one corner. A flight shows how it all fits together.',
  ],
  ['Weeks you can compare', 'Same GPS waypoint, same angle. Only the work changes.'],
  ['A record no one disputes', 'Photos with date and location, kept from the first visit on.'],
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
