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
  ['Interactive project maps', 'A map of the whole site in your portal, to open or download.'],
  ['Weekly timelapse videos', 'We cut one viewpoint through every visit, in 4k quality.'],
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
