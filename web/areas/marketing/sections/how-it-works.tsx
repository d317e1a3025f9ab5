import { Figure } from '../picture.tsx';
import { Section } from './section.tsx';

const STEPS = [
  ['Submit the interest form', 'A name, an e-mail and a line about the site are enough.'],
  [
    'Free 30-minute strategy call',
    'Which views matter, how often, who needs to see them. Nothing to pay, nothing to sign.',
  ],
  [
    'On-site consultation with the first flight',
    'We walk the site with you, set the waypoints, and fly it for the first time.',
  ],
  [
    'Media captured and uploaded within 36 hours',
    'Photos, video and maps of each visit, sorted by viewpoint.',
  ],
  [
    'Portal access for the team',
    'Multi-user access, role permissions and training, so that everyone finds their week.',
  ],
] as const;

export function HowItWorks() {
  return (
    <Section
      id="how-it-works"
      title="How It Works"
      lede="Five steps, the first of them yours. The rest of the work is ours."
    >
      <div className="split steps-split">
        <Figure
          name="steps"
          className="steps-picture"
          view="from above its entrance, storeys going up"
          sizes="(min-width: 60rem) 40vw, 100vw"
        />
        <ol className="steps">
          {STEPS.map(([title, words]) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{words}</p>
            </li>
          ))}
        </ol>
      </div>
    </Section>
  );
}
