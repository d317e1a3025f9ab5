import { Figure } from '../picture.tsx';
import { Section } from './section.tsx';

const OFFERS = [
  {
    picture: 'portal',
    view: 'from the air',
    title: 'Client portal',
    text: 'A branded portal with week-over-week comparison of every viewpoint, and bulk downloads of the originals.',
  },
  {
    picture: 'overhead',
    view: 'straight from above',
    title: '2D photogrammetry and mapping',
    text: 'One to-scale picture of the whole site, stitched together from overhead photos.',
  },
  {
    picture: 'footage',
    view: 'with its yard finished',
    title: 'Media and marketing footage',
    text: 'Photos and video for leasing, investor decks and your own website.',
  },
] as const;

const CORE = [
  '30+ aerial progress photos',
  'Identical angles week to week',
  'In the portal within 36 hours',
  'Access for the whole project team',
];

export function OurServices() {
  return (
    <Section
      id="our-services"
      title="Our Services"
      lede="Start with the core package. Add maps, timelapse or footage where a site needs it."
    >
      <div className="offers">
        <div className="split core">
          <h3>Core package</h3>
          <ul>
            {CORE.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <a href="#pricing">Estimate your price</a>
        </div>
        {OFFERS.map(({ picture, view, title, text }) => (
          <div key={title} className="offer">
            <Figure name={picture} view={view} sizes="(min-width: 60rem) 25rem, 100vw" />
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        ))}
      </div>
    </Section>
  );
}
