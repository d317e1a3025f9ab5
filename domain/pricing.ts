/** What a month costs, in whole dollars, and how far the calculator's sliders go. */
export const PRICING = {
  sites: { min: 1, max: 20, step: 1 },
  visits: { min: 1, max: 5, step: 1 },
  /** For a site and a visit. */
  visit: 400,
  /** For a site and a month, however many visits. */
  timelapse: 50,
  /** For a site and a visit. */
  mapping: 100,
} as const;

/** What the calculator is set to; `visits` are those of one month to one site. */
export type PricingChoice = {
  sites: number;
  visits: number;
  timelapse: boolean;
  mapping: boolean;
};

/** Whole dollars a month; the first three add up to the total. */
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

/** The estimate of a choice; numbers off the sliders count as their nearest end. */
export function estimate(choice: PricingChoice): Estimate {
  const sites = within(choice.sites, PRICING.sites);
  const visits = within(choice.visits, PRICING.visits);
  const base = sites * visits * PRICING.visit;
  const timelapse = choice.timelapse ? sites * PRICING.timelapse : 0;
  const mapping = choice.mapping ? sites * visits * PRICING.mapping : 0;
  const total = base + timelapse + mapping;
  return { base, timelapse, mapping, total, averagePerSite: Math.round(total / sites) };
}

/** The end of the slider stands for all that is beyond it. */
export const sitesLabel = (sites: number): string =>
  sites >= PRICING.sites.max ? `${PRICING.sites.max}+ sites` : counted(sites, 'site');

/** Such as '1 visit per month'. */
export const visitsLabel = (visits: number): string => `${counted(visits, 'visit')} per month`;

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** 12400 becomes '$12,400'. */
export const dollars = (amount: number): string =>
  `$${String(amount).replace(/\B(?=(\d{3})+$)/g, ',')}`;

/** The choice and its price as a message to the operator. */
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
