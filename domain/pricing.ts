export const SLIDERS = {
  sites: { min: 1, max: 20, step: 1 },
  visits: { min: 1, max: 5, step: 1 },
} as const;

/** In US dollars: a visit, and add-ons per site and month, and per visit. 0 for an add-on that isn't offered. */
export type Prices = { visit: number; timelapse: number; mapping: number };

export type PricingChoice = {
  sites: number;
  visits: number;
  timelapse: boolean;
  mapping: boolean;
};

export type Estimate = {
  base: number;
  timelapse: number;
  mapping: number;
  total: number;
  average: number;
};

type Range = { min: number; max: number };
const within = (value: number, { min, max }: Range) =>
  Math.min(max, Math.max(min, Math.round(value) || min));

export function estimate(choice: PricingChoice, prices: Prices): Estimate {
  const sites = within(choice.sites, SLIDERS.sites);
  const visits = within(choice.visits, SLIDERS.visits);
  const base = sites * visits * prices.visit;
  const timelapse = choice.timelapse ? sites * prices.timelapse : 0;
  const mapping = choice.mapping ? sites * visits * prices.mapping : 0;
  const total = base + timelapse + mapping;
  return { base, timelapse, mapping, total, average: Math.round(total / sites) };
}

export const sitesLabel = (sites: number): string =>
  sites >= SLIDERS.sites.max ? `${SLIDERS.sites.max}+ sites` : counted(sites, 'site');

export const visitsLabel = (visits: number): string => `${counted(visits, 'visit')} per month`;

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const dollars = (amount: number): string =>
  `$${String(amount).replace(/\B(?=(\d{3})+$)/g, ',')}`;

export function estimateMessage(choice: PricingChoice, prices: Prices): string {
  const { total, average } = estimate(choice, prices);
  const extras = [
    choice.timelapse ? 'timelapse add-on' : '',
    choice.mapping ? '2D mapping add-on' : '',
  ].filter(Boolean);
  return [
    'I would like a quote for this configuration:',
    `- ${sitesLabel(choice.sites)}, ${visitsLabel(choice.visits)} per site`,
    `- ${extras.length > 0 ? extras.join(' and ') : 'no add-ons'}`,
    `- estimate: ${dollars(total)} per month, ${dollars(average)} per site on average`,
  ].join('\n');
}
