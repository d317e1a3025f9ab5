import { Figure } from '../picture.tsx';
import { Section } from './section.tsx';

const SERVICES = [
  [
    'Scheduled photo and video updates',
    'Flown on the days that suit your schedule, one to five times a month.',
  ],
  [
    'GPS-waypoint photography',
    'The drone flies itself back to each point, so that every week has identical angles.',
  ],
  [
    'Interactive project maps',
    'Every site and every visit where it belongs, on satellite imagery.',
  ],
  ['Weekly timelapse videos', 'The visits of one viewpoint in a row, in 4k quality.'],
] as const;

export function Services() {
  return (
    <Section
      id="services"
      title="Services"
      lede="What one visit brings back, every time, whoever is flying."
      className="services"
    >
      <Figure
        name="services"
        className="wide-picture"
        view="with the crane at work on the next storey"
        sizes="(min-width: 80rem) 75rem, 100vw"
      />
      <div className="quarters">
        {SERVICES.map(([title, words]) => (
          <div key={title}>
            <h3>{title}</h3>
            <p>{words}</p>
          </div>
        ))}
      </div>
    </Section>
  );
}
