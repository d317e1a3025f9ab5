import { Figure } from '../picture.tsx';

const NEWS =
  'https://www.faa.gov/newsroom/faa-proposes-341413-civil-penalties-against-drone-operators';

export function FaaWarning() {
  return (
    <section className="section split penalties" aria-labelledby="penalties-title">
      <Figure
        name="penalties"
        view="beside a public road"
        sizes="(min-width: 60rem) 24rem, 100vw"
      />
      <div>
        <h2 id="penalties-title">A drone on your site is an aircraft</h2>
        <p>
          FAA warning: anyone who flies for a business needs a Part 107 certificate. Ask to see it
          before anyone takes off over your site. Unsafe or unauthorized flights can cost you:
        </p>
        <dl>
          <div>
            <dt>Civil penalty per violation, up to</dt>
            <dd>$75,000</dd>
          </div>
          <div>
            <dt>Criminal penalty, up to</dt>
            <dd>$250,000</dd>
          </div>
        </dl>
        <p>
          Our pilots are certified.{' '}
          <a href={NEWS} target="_blank" rel="noopener noreferrer external">
            Read the FAA news about penalties
            <span className="visually-hidden"> (opens in a new tab)</span>
          </a>
        </p>
      </div>
    </section>
  );
}
