import { dollars, estimate, sitesLabel, SLIDERS, visitsLabel } from '#domain/pricing.ts';
import { Figure } from '../picture.tsx';
import { useSite } from '../site.ts';
import { Section } from './section.tsx';

/** One site, flown every week. */
const INITIAL_CHOICE = { sites: 1, visits: 4, timelapse: false, mapping: false };

const ADDONS = [
  ['timelapse', 'Timelapse', 'per site per month'],
  ['mapping', '2D Mapping', 'per site per visit'],
] as const;

export function PricingSection() {
  const { prices } = useSite();
  const first = estimate(INITIAL_CHOICE, prices);
  const addons = ADDONS.filter(([name]) => prices[name] > 0);
  return (
    <Section
      id="pricing"
      title="Pricing"
      lede={`${dollars(prices.visit)} per site visit, editing and portal included. Move the sliders to see your price.`}
    >
      <div className="split calculator" data-calculator={JSON.stringify(prices)}>
        <div className="calculator-inputs">
          <Slider
            name="sites"
            label="Number of Sites"
            range={SLIDERS.sites}
            value={INITIAL_CHOICE.sites}
            shown={sitesLabel(INITIAL_CHOICE.sites)}
            ends={['1', `${SLIDERS.sites.max}+`]}
          />
          <Slider
            name="visits"
            label="Visits per Month"
            range={SLIDERS.visits}
            value={INITIAL_CHOICE.visits}
            shown={visitsLabel(INITIAL_CHOICE.visits)}
            ends={['1', String(SLIDERS.visits.max)]}
          />
          {addons.map(([name, label, per]) => (
            <Addon
              key={name}
              name={name}
              label={label}
              price={`+${dollars(prices[name])} ${per}`}
            />
          ))}
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
            {addons.map(([name, label]) => (
              <Line key={name} name={name} label={label} amount={dollars(first[name])} />
            ))}
            <Line name="average" label="Average per site" amount={dollars(first.average)} />
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
