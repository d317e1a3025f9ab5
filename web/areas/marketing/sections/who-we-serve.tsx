import { Figure } from '../picture.tsx';
import { Section } from './section.tsx';

const PEOPLE = [
  ['Project Managers', 'Know what changed since the last visit before the Monday meeting starts.'],
  ['Investors', 'See what your money has built from your desk, without booking a site tour.'],
  ['General Contractors', 'Settle who was where and when with dated photos of the whole site.'],
  ['Development Teams', 'Keep designers, lenders and the city on the same set of photos and maps.'],
  ['Homeowners', 'Follow your own house from the first footing to the roof.'],
] as const;

export function WhoWeServe() {
  return (
    <Section
      id="who-we-serve"
      title="Who We Serve"
      lede="Everyone who answers for a job site but cannot be there every day."
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
