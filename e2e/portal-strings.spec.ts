import type { Page } from '@playwright/test';
import { type Case, CASES } from './portal-strings.ts';
import { expect, test } from './product.ts';
import { CLIENT, signInByApi } from './sample-site.ts';
import { SHARING_CASES } from './sharing-strings.ts';

/** Finds a text, or an input's placeholder; hidden text may follow. */
const textOrPlaceholder = (page: Page, string: string) => {
  const escaped = string.replaceAll(/[.*+?()]/g, String.raw`\$&`);
  return page
    .getByText(new RegExp(`^${escaped}(\\s|$)`))
    .or(page.getByPlaceholder(string, { exact: true }))
    .filter({ visible: true })
    .first();
};

const ALL = [...SHARING_CASES, ...CASES];

async function checkScreen(
  page: Page,
  { screen, change = [], without, visit, open, strings }: Case,
) {
  for (const [address, changed] of change) {
    await page.route(address, async (route) => {
      const response = await route.fetch();
      const json = changed((await response.json()) as Record<string, unknown>);
      await route.fulfill({ response, json });
    });
  }
  if (without) await page.route(without, (route) => route.abort());
  if (visit) await visit(page);
  else await page.goto('/dashboard');
  await open?.(page);
  for (const string of strings) {
    await expect.soft(textOrPlaceholder(page, string), `${screen}: ${string}`).toBeVisible();
  }
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

test.describe('the portal shows the specified texts', () => {
  test.use({ expectedErrors: [/status of 404|ERR_FAILED/] });
  const isUsual = ({ change, without }: Case) => !change && !without;
  const halves = {
    'with the usual data': ALL.filter(isUsual),
    'with missing data': ALL.filter((it) => !isUsual(it)),
  };
  for (const [when, cases] of Object.entries(halves)) {
    test(when, async ({ page }) => {
      await signInByApi(page.request, CLIENT);
      for (const one of cases) await test.step(one.screen, () => checkScreen(page, one));
    });
  }
});
