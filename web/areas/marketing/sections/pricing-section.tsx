import { dollars, estimate, PRICING, sitesLabel, visitsLabel } from '#domain/pricing.ts';
import { Figure } from '../picture.tsx';
import { Section } from './section.tsx';

/** One site, flown every week. */
const INITIAL_CHOICE = { sites: 1, visits: 4, timelapse: false, mapping: false };

export function PricingSection() {
  const first = estimate(INITIAL_CHOICE);
  return (
    <Section
      id="pricing"
      title="Pricing"
      lede={`${dollars(PRICING.visit)} per site visit, editing and portal included. Move the sliders to see your price.`}
    >
      <div className="split calculator" data-calculator>
        <div className="calculator-inputs">
          <Slider
            name="sites"
            label="Number of Sites"
            range={PRICING.sites}
            value={INITIAL_CHOICE.sites}
            shown={sitesLabel(INITIAL_CHOICE.sites)}
            ends={['1', `${PRICING.sites.max}+`]}
          />
          <Slider
            name="visits"
            label="Visits per Month"
            range={PRICING.visits}
            value={INITIAL_CHOICE.visits}
            shown={visitsLabel(INITIAL_CHOICE.visits)}
            ends={['1', String(PRICING.visits.max)]}
          />
          <Addon
            name="timelapse"
            label="Timelapse"
            price={`+${dollars(PRICING.timelapse)} per site per month`}
          />
          <Addon
            name="mapping"
            label="2D Mapping"
            price={`+${dollars(PRICING.mapping)} per site per visit`}
          />
        </div>
        <div className="calculator-result">
          <Figure
            name="pricing"
            view="from directly above"
            sizes="(min-width: 60rem) 30rem, 100vw"
          />
          <p className="calculator-words">Estimated monthly total</p>
          <p className="calculator-total">
            <output name="total" htmlFor="sites visits timelapse mapping">
              {dollars(first.total)}
            </output>
            <span> per month</span>
          </p>
          <dl>
            <Line name="base" label="Site visits" amount={dollars(first.base)} />
            <Line name="timelapse" label="Timelapse" amount={dollars(first.timelapse)} />
            <Line name="mapping" label="2D Mapping" amount={dollars(first.mapping)} />
            <Line name="average" label="Average per site" amount={dollars(first.averagePerSite)} />
          </dl>
          <a className="button primary" href="#contact" data-use-estimate>
            Use this estimate
          </a>
          <noscript>
            <p className="calculator-note">
              The sliders need JavaScript. The price shown is for one site and four visits per
              month.
            </p>
          </noscript>
          <p className="calculator-note">Estimates may vary with site complexity.</p>
        </div>
      </div>
    </Section>
  );
}

type SliderProps = {
  name: 'sites' | 'visits';
  label: string;
  range: { min: number; max: number; step: number };
  value: number;
  shown: string;
  ends: [string, string];
};

function Slider({ name, label, range, value, shown, ends }: SliderProps) {
  return (
    <div className="slider-field">
      <label htmlFor={name}>{label}</label>
      <output htmlFor={name} data-shows={name}>
        {shown}
      </output>
      <input
        id={name}
        name={name}
        type="range"
        {...range}
        defaultValue={value}
        aria-valuetext={shown}
        autoComplete="off"
      />
      <span aria-hidden="true">{ends[0]}</span>
      <span aria-hidden="true">{ends[1]}</span>
    </div>
  );
}

type AddonProps = { name: 'timelapse' | 'mapping'; label: string; price: string };

function Addon({ name, label, price }: AddonProps) {
  return (
    <label className="addon">
      <input id={name} name={name} type="checkbox" autoComplete="off" />
      <span>{label}</span>
      <span className="addon-price">{price}</span>
    </label>
  );
}

function Line({ name, label, amount }: { name: string; label: string; amount: string }) {
  return (
    <div data-line={name} data-nothing={amount === '$0' ? '' : undefined}>
      <dt>{label}</dt>
      <dd>{amount}</dd>
    </div>
  );
}
