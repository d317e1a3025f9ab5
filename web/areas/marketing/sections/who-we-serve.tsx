import { Figure } from '../picture.tsx';
import { Section } from './section.tsx';

const PEOPLE = [
  ['Project Managers', 'Know what moved since the last visit before the Monday meeting starts.'],
  ['Investors', 'See where the money stands, from your desk, without booking a site tour.'],
  ['General Contractors', 'Settle who was where and when with dated pictures of the whole site.'],
  ['Development Teams', 'Keep design, lender and city on the same set of pictures and maps.'],
  ['Homeowners', 'Follow your own house from the first footing to the roof.'],
] as const;

export function WhoWeServe() {
  return (
    <Section
      id="who-we-serve"
      title="Who We Serve"
      lede="Everyone who has to answer for a site, and cannot stand on it every day."
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
