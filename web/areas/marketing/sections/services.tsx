import { Figure } from '../picture.tsx';
import { useSite } from '../site.ts';
import { isShown, readItems } from '../texts.ts';
import { Section } from './section.tsx';

export function Services() {
  const { lede, items } = readItems(useSite().texts.services);
  return (
    <Section id="services" title="Services" lede={lede} className="services">
      <Figure
        name="services"
        className="wide-picture"
        view="with the crane at work on the next floor"
        sizes="(min-width: 80rem) 75rem, 100vw"
      />
      <div className="quarters">
        {items.map(({ title, text }) => (
          <div key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        ))}
      </div>
    </Section>
  );
}

/** In the order of the services. */
const PICTURES = [
  ['portal', 'from the air'],
  ['overhead', 'from directly above'],
  ['footage', 'with its yard finished'],
] as const;

export function OurServices() {
  const site = useSite();
  const { lede, items } = readItems(site.texts.ourServices);
  return (
    <Section id="our-services" title="Our Services" lede={lede}>
      <div className="offers">
        <div className="split core">
          <h3>Core package</h3>
          <ul>
            {site.texts.corePackage.split('\n').map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          {isShown(site, 'pricing') ? <a href="#pricing">Estimate your price</a> : null}
        </div>
        {PICTURES.slice(0, items.length).map(([picture, view], index) => (
          <div key={picture} className="offer">
            <Figure name={picture} view={view} sizes="(min-width: 60rem) 25rem, 100vw" />
            <h3>{items[index]?.title}</h3>
            <p>{items[index]?.text}</p>
          </div>
        ))}
      </div>
    </Section>
  );
}

export function HowItWorks() {
  const { lede, items } = readItems(useSite().texts.howItWorks);
  return (
    <Section id="how-it-works" title="How It Works" lede={lede}>
      <div className="split steps-split">
        <Figure
          name="steps"
          className="steps-picture"
          view="from above its entrance, floors going up"
          sizes="(min-width: 60rem) 40vw, 100vw"
        />
        <ol className="steps">
          {items.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}
