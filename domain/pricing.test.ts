import { describe, expect, test } from 'vitest';
import { PRICE_TABLE } from '#test/fixtures/prices.ts';
import { testConfig } from '#test/config.ts';
import { dollars, estimate, estimateMessage, sitesLabel, visitsLabel } from './pricing.ts';

const PRICES = testConfig('/nowhere').site.prices;

describe('the estimate', () => {
  test.each(PRICE_TABLE)(
    '$sites sites, $visits visits, timelapse $timelapse, mapping $mapping: $total, $average per site',
    ({ total, average, ...choice }) => {
      const estimated = estimate(choice, PRICES);
      expect(estimated.total).toBe(total);
      expect(estimated.average).toBe(average);
      expect(estimated.base + estimated.timelapse + estimated.mapping).toBe(total);
    },
  );

  test('limits numbers to the range of the sliders', () => {
    const totalFor = (sites: number, visits: number) =>
      estimate({ sites, visits, timelapse: false, mapping: false }, PRICES).total;
    expect(totalFor(0, -3)).toBe(400);
    expect(totalFor(99, 9)).toBe(40_000);
    expect(totalFor(Number.NaN, 1)).toBe(400);
  });
});

describe('the labels', () => {
  test('count sites and visits, with an open-ended maximum', () => {
    expect([1, 2, 19, 20].map(sitesLabel)).toEqual(['1 site', '2 sites', '19 sites', '20+ sites']);
    expect([1, 5].map(visitsLabel)).toEqual(['1 visit per month', '5 visits per month']);
  });

  test('separate thousands of dollars with commas', () => {
    expect([0, 450, 1000, 12_400, 1_000_000].map(dollars)).toEqual([
      '$0',
      '$450',
      '$1,000',
      '$12,400',
      '$1,000,000',
    ]);
  });

  test('list the whole configuration in a message', () => {
    expect(estimateMessage({ sites: 3, visits: 2, timelapse: true, mapping: true }, PRICES)).toBe(
      [
        'I would like a quote for this configuration:',
        '- 3 sites, 2 visits per month per site',
        '- timelapse add-on and 2D mapping add-on',
        '- estimate: $3,150 per month, $1,050 per site on average',
      ].join('\n'),
    );
    expect(
      estimateMessage({ sites: 20, visits: 1, timelapse: false, mapping: false }, PRICES),
    ).toContain('- 20+ sites, 1 visit per month per site\n- no add-ons\n');
  });
});
