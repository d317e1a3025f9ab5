import data from '@mdn/browser-compat-data' with { type: 'json' };
import type { Identifier } from '@mdn/browser-compat-data/types';
import { missingFrom } from '../scripts/check-browsers.mjs';
import { expect, expectNoErrors, test, watch } from './product.ts';
import { findAddresses } from './sample-addresses.ts';
import { enter } from './sample-site.ts';
import { SCREENS } from './screens.ts';

/** What the oldest Safari does not have of a level of the data: by the names of owner and member. */
function absentIn(level: Identifier | undefined): [owner: string, member: string][] {
  return Object.entries(level ?? {}).flatMap(([owner, members]) =>
    Object.entries(members).flatMap(([member, feature]): [string, string][] =>
      missingFrom(feature as Identifier).some((name) => name.startsWith('safari'))
        ? [[owner, member]]
        : [],
    ),
  );
}

const ABSENT = [data.api, data.javascript['builtins']].flatMap(absentIn);

/** Runs in a page before anything else. */
function takeAway(absent: typeof ABSENT): void {
  const page = globalThis as unknown as Record<string, Record<string, unknown> | undefined>;
  for (const [owner, member] of absent) {
    const name = member.replace(/_static$/, '');
    const [object, prototype] = [page[owner], page[owner]?.['prototype']];
    const holders = [object, prototype, owner === 'Window' ? window : null];
    for (const holder of holders) {
      if (holder && Object.getOwnPropertyDescriptor(holder, name)?.configurable)
        delete (holder as Record<string, unknown>)[name];
    }
  }
}

test('every screen opens without what the oldest Safari does not have', async ({
  browser,
  baseURL,
  request,
}) => {
  test.setTimeout(300_000);
  const sample = await findAddresses(request);
  const people = new Set(SCREENS.map(({ as }) => as));
  for (const as of people) {
    const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
    await context.addInitScript(takeAway, ABSENT);
    if (as !== undefined) await enter(context.request, as);
    const errors = watch(context);
    const page = await context.newPage();
    for (const { name, address, open, ready } of SCREENS.filter((screen) => screen.as === as)) {
      await page.goto(typeof address === 'string' ? address : address(sample));
      await open?.(page);
      await expect(ready(page), name).toBeVisible();
      expectNoErrors(errors.splice(0), []);
    }
    expect(await page.evaluate(() => 'groupBy' in Map || 'union' in Set.prototype)).toBe(false);
    await context.close();
  }
});
