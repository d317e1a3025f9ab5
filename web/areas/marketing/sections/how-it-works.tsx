import { Figure } from '../picture.tsx';
import { Section } from './section.tsx';

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
