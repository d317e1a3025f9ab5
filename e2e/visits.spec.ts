import type { Page } from '@playwright/test';
import { expectAlert } from './alert.ts';
import { chooseByKeyboard } from './keyboard-menu.ts';
import { expect, test, testOnBoth } from './product.ts';
import { readApi } from './read-api.ts';
import { CLIENT, OPERATOR, signInByApi } from './sample-site.ts';

/** A new project that the client sees. Returns its id. */
async function createProject(page: Page, name: string): Promise<string> {
  const { companies } = await readApi<{ companies: { id: string; companyCode: string }[] }>(
    page,
    '/companies',
  );
  const companyId = companies.find(({ companyCode }) => companyCode === 'DEMO001')?.id;
  const answer = await page.request.post('/api/projects', { data: { name, companyId } });
  return ((await answer.json()) as { id: string }).id;
}

/** Plans a visit every Tuesday at 9 AM in the dialog. */
async function planVisits(page: Page, projectId: string): Promise<void> {
  await page.goto(`/operator/projects/${projectId}`);
  await page.getByRole('button', { name: 'Plan Visits' }).click();
  await page.getByRole('button', { name: 'Save Plan' }).click();
  await expect(page.getByText('Every Tuesday at 9 AM')).toBeVisible();
}

testOnBoth(
  'a client requests a visit and learns what becomes of it',
  async ({ page, newPerson }) => {
    await signInByApi(page.request, OPERATOR);
    const name = `Requested ${Date.now()}`;
    const projectId = await createProject(page, name);
    await planVisits(page, projectId);

    const client = await newPerson();
    const line = (hasText: RegExp) => client.getByRole('paragraph').filter({ hasText });
    await signInByApi(client.request, CLIENT);
    await client.goto(`/dashboard/projects/${projectId}`);
    await expect(line(/^Next flight: Tue, .*9 AM$/)).toBeVisible();
    await client.getByRole('button', { name: 'Request a Visit' }).click();
    await client.getByRole('button', { name: 'Send Request' }).click();
    await expect(client.getByText('A reason is required.')).toBeVisible();
    await client.getByRole('button', { name: 'Preferred Day' }).click();
    await client.getByRole('button', { name: 'Next month' }).click();
    await client.getByRole('button', { name: /^15 / }).click();
    await client.getByLabel('Reason').fill('Concrete pour');
    await client.getByRole('button', { name: 'Send Request' }).click();
    await expect(line(/^Requested: .* 15, .*Concrete pour/)).toBeVisible();

    await page.goto('/operator');
    const request = page.getByRole('listitem').filter({ hasText: name });
    await request.getByRole('button', { name: 'Accept' }).click();
    await expectAlert(page, 'Request accepted');
    await expect(line(/^Requested: /)).toBeHidden();

    await page.goto(`/operator/projects/${projectId}`);
    const visit = page.getByRole('listitem').filter({ hasText: 'Planned' }).first();
    await chooseByKeyboard(visit.getByRole('button', { name: /^Actions for/ }), 'Weathered Out');
    await page.getByLabel('Reason').fill('Wind above 25 mph');
    await page.getByRole('dialog').getByRole('button', { name: 'Weathered Out' }).click();
    await expect(page.getByText('Weathered out', { exact: true })).toBeVisible();
    await expect(line(/^Weathered out: Tue, .*Wind above 25 mph$/)).toBeVisible();
  },
);

test('a visit is dragged to another day, and moved back by Undo or by keyboard', async ({
  page,
}) => {
  await signInByApi(page.request, OPERATOR);
  const name = `Dragged ${Date.now()}`;
  await planVisits(page, await createProject(page, name));
  await page.goto('/operator/calendar');
  await page.getByRole('button', { name: 'Next month' }).click();
  const visit = page.getByRole('button', { name: new RegExp(`${name} · Planned`) }).nth(1);
  const days = page.getByRole('region', { name: /^\w+ \d+, \d{4}$/ });
  const before = (await visit.locator('xpath=ancestor::section').getAttribute('aria-label')) ?? '';
  // A Wednesday.
  await visit.dragTo(days.nth(10));
  await expect(days.nth(10).getByText(name)).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  const there = page.getByRole('region', { name: before });
  await expect(there.getByText(name)).toBeVisible();

  await chooseByKeyboard(there.getByRole('button', { name: new RegExp(name) }), 'Cancel Visit');
  await page.getByLabel('Reason').fill('Site closed');
  await page.keyboard.press('Enter');
  await expectAlert(page, 'Visit canceled');
  await expect(there.getByRole('button', { name: `${name} · Canceled` })).toBeVisible();
});

testOnBoth('a link shows visits in calendar apps until it is renewed', async ({ page }) => {
  await signInByApi(page.request, OPERATOR);
  await page.goto('/operator/calendar');
  await page.getByRole('link', { name: 'Subscribe' }).click();
  const section = page.getByRole('region', { name: 'Calendar' });
  await section.getByRole('button', { name: 'Create Link' }).click();
  const link = section.getByLabel('Link', { exact: true });
  await expect(link).toHaveValue(/\/my-visits\.ics$/);
  await section.getByText('All Visits').click();
  await expect(link).toHaveValue(/\/visits\.ics$/);
  const url = await link.inputValue();
  await expect(section.getByRole('link', { name: 'Add to Calendar' })).toHaveAttribute(
    'href',
    url.replace(/^http/, 'webcal'),
  );
  expect(await (await page.request.get(url)).text()).toContain('BEGIN:VEVENT');

  await section.getByRole('button', { name: 'Renew Link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Renew Link' }).click();
  await expectAlert(page, 'Calendar link created');
  await expect(link).not.toHaveValue(url);
  expect((await page.request.get(url)).status()).toBe(404);
  await section.getByRole('button', { name: 'Turn Off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn Off' }).click();
  await expect(section.getByRole('button', { name: 'Create Link' })).toBeVisible();
});
