import { Figure } from '../picture.tsx';
import { Section } from './section.tsx';

const SERVICES = [
  [
    'Scheduled photo and video updates',
    'Flown on the days that suit your schedule, one to five times a month.',
  ],
  [
    'GPS-waypoint photography',
    'The drone returns to the same points, so you get identical angles week to week.',
  ],
  [
    'Interactive project maps',
    'A map of the whole site in your portal. View it there or download it.',
  ],
  ['Weekly timelapse videos', 'Every visit from the same viewpoint, cut together in 4k quality.'],
] as const;

export function Services() {
  return (
    <Section
      id="services"
      title="Services"
      lede="What you get from every visit, no matter who is flying."
      className="services"
    >
      <Figure
        name="services"
        className="wide-picture"
        view="with the crane at work on the next floor"
        sizes="(min-width: 80rem) 75rem, 100vw"
      />
      <div className="quarters">
        {SERVICES.map(([title, text]) => (
          <div key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </div>
        ))}
      </div>
    </Section>
  );
}

const OFFERS = [
  {
    picture: 'portal',
    view: 'from the air',
    title: 'Client portal',
    text: 'A branded portal with week-over-week comparison of every viewpoint, and bulk downloads of the originals.',
  },
  {
    picture: 'overhead',
    view: 'from directly above',
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
      lede="Start with the core package. Add maps, timelapse or footage as you need them."
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

const STEPS = [
  ['Submit the interest form', 'Your name, your email and a line about your site are enough.'],
  [
    'Free 30-minute strategy call',
    'We talk about which views matter, how often to fly and who needs to see them. Nothing to pay, nothing to sign.',
  ],
  [
    'On-site consultation with the first flight',
    'We walk the site with you, set the waypoints and make the first flight.',
  ],
  [
    'Media captured and uploaded within 36 hours',
    'Photos, video and maps of each visit, sorted by viewpoint.',
  ],
  [
    'Portal access for the team',
    'Multi-user access, role permissions and training, so everyone finds what they need.',
  ],
] as const;

export function HowItWorks() {
  return (
    <Section
      id="how-it-works"
      title="How It Works"
      lede="Five steps. You take the first one, and we do the rest."
    >
      <div className="split steps-split">
        <Figure
          name="steps"
          className="steps-picture"
          view="from above its entrance, floors going up"
          sizes="(min-width: 60rem) 40vw, 100vw"
        />
        <ol className="steps">
          {STEPS.map(([title, text]) => (
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
