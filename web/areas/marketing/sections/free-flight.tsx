import { ButtonLink } from '../button.tsx';
import { Caption, Picture } from '../picture.tsx';

export function FreeFlight() {
  return (
    <section className="free-flight" aria-labelledby="free-flight-title">
      <figure>
        <Picture name="free-flight" sizes="100vw" />
        <Caption of="free-flight" />
      </figure>
      <div>
        <h2 id="free-flight-title">Your first flight is free.</h2>
        <p>We fly your site once and set up your own portal. Then you decide.</p>
        <ButtonLink href="#contact">Schedule Your Free Flight</ButtonLink>
      </div>
    </section>
  );
}
