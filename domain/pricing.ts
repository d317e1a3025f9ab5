export const PRICING = {
  sites: { min: 1, max: 20, step: 1 },
  visits: { min: 1, max: 5, step: 1 },
  visit: 400,
  timelapse: 50,
  mapping: 100,
} as const;

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
  averagePerSite: number;
};

type Range = { min: number; max: number };
const within = (value: number, { min, max }: Range) =>
  Math.min(max, Math.max(min, Math.round(value) || min));

export function estimate(choice: PricingChoice): Estimate {
  const sites = within(choice.sites, PRICING.sites);
  const visits = within(choice.visits, PRICING.visits);
  const base = sites * visits * PRICING.visit;
  const timelapse = choice.timelapse ? sites * PRICING.timelapse : 0;
  const mapping = choice.mapping ? sites * visits * PRICING.mapping : 0;
  const total = base + timelapse + mapping;
  return { base, timelapse, mapping, total, averagePerSite: Math.round(total / sites) };
}

export const sitesLabel = (sites: number): string =>
  sites >= PRICING.sites.max ? `${PRICING.sites.max}+ sites` : counted(sites, 'site');

export const visitsLabel = (visits: number): string => `${counted(visits, 'visit')} per month`;

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

export const dollars = (amount: number): string =>
  `$${String(amount).replace(/\B(?=(\d{3})+$)/g, ',')}`;

export function estimateMessage(choice: PricingChoice): string {
  const { total, averagePerSite } = estimate(choice);
  const extras = [
    choice.timelapse ? 'timelapse add-on' : '',
    choice.mapping ? '2D mapping add-on' : '',
  ].filter(Boolean);
  return [
    'I would like a quote for this configuration:',
    `- ${sitesLabel(choice.sites)}, ${visitsLabel(choice.visits)} per site`,
    `- ${extras.length > 0 ? extras.join(' and ') : 'no add-ons'}`,
    `- estimate: ${dollars(total)} per month, ${dollars(averagePerSite)} per site on average`,
  ].join('\n');
}
