import { expectAccessible } from './accessible.ts';
import { expect, test } from './product.ts';
import { extendList } from './large-site.ts';
import { signInByApi, OPERATOR } from './sample-site.ts';

// A separate program, because these companies would push the sample's off the first page in other tests.
test.use({ instance: 'changed' });

test('an operator pages, sorts and searches more companies than fit on one page', async ({
  page,
}) => {
  const mark = `Z${Date.now().toString(36)}`.toUpperCase();
  await signInByApi(page.request, OPERATOR);
  for (let number = 101; number < 152; number++) {
    // This name sorts after all others.
    const data = { companyCode: `${mark}${number}`, companyName: `Zz ${mark} ${number}` };
    await page.request.post('/api/companies', { data });
  }
  await page.goto('/operator/companies');
  await page.getByPlaceholder('Search companies...').fill(mark.toLowerCase());
  const row = (number: number) =>
    page.getByRole('paragraph').filter({ hasText: `Zz ${mark} ${number}` });
  await expect(page.getByText('1–50 of 51')).toBeVisible();
  await expect(row(151)).toBeVisible();
  await expect(row(101)).toHaveCount(0);
  await expectAccessible(page, 'first page of companies');

  await page.getByRole('button', { name: 'next page' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('51–51 of 51')).toBeVisible();
  await expect(row(101)).toBeVisible();
  await expect(row(101)).toBeInViewport();
  await expect(row(151)).toHaveCount(0);
  await page.getByRole('button', { name: 'Company', exact: true }).click();
  await expect(page.getByText('1–50 of 51')).toBeVisible();
  await expect(row(101)).toBeVisible();
  await expect(row(151)).toHaveCount(0);
  await page.getByPlaceholder('Search companies...').fill(`${mark} 151`);
  await expect(row(151)).toBeVisible();
  await expect(page.getByText('of 51')).toHaveCount(0);
  await page.getByRole('link', { name: `Manage Projects of Zz ${mark} 151` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Zz ${mark} 151` })).toBeVisible();

  await page.goto('/operator/clients');
  await page.getByRole('button', { name: 'Add Client' }).click();
  const company = page.getByRole('dialog').getByRole('combobox', { name: 'Company' });
  await company.fill(`${mark}137`);
  await page.getByRole('option', { name: new RegExp(`${mark}137$`) }).click();
  await expect(company).toHaveValue(new RegExp(`${mark}137$`));
  // Searching without choosing keeps the selection.
  await company.fill(`${mark}10`);
  await expect(page.getByRole('option', { name: new RegExp(`${mark}109$`) })).toBeVisible();
  await expect(page.getByRole('option', { name: new RegExp(`${mark}137$`) })).toHaveCount(0);
  await company.press('Tab');
  await expect(company).toHaveValue(new RegExp(`${mark}137$`));
  await company.click();
  await expect(page.getByRole('option', { name: new RegExp(`${mark}137$`) })).toBeVisible();
});

test('an operator finds and selects a project beyond the newest 500', async ({ page }) => {
  const name = 'Heritage Square Garage (sample)';
  await signInByApi(page.request, OPERATOR);
  const { projects } = (await (await page.request.get('/api/projects')).json()) as {
    projects: { id: string; name: string }[];
  };
  const id = projects.find((project) => project.name === name)?.id ?? '';
  const newest = projects.filter((project) => project.id !== id);
  await page.route('**/api/projects', (route) => extendList(route, 'projects', 500, newest));
  await page.goto('/operator/sharing');
  await page.getByRole('button', { name: 'Create Share Link' }).click();
  const project = page.getByRole('combobox', { name: 'Project' });
  await project.fill('heritage');
  await page.getByRole('option', { name }).click();
  await expect(project).toHaveValue(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Create Share Link' }).click();
  await expect(page.getByText('Share link created successfully')).toBeVisible();

  await page.goto(`/operator/projects/${id}`);
  await page.getByRole('link', { name: 'New Submission' }).first().click();
  const given = page.getByRole('dialog').getByRole('combobox', { name: 'Project', exact: true });
  await expect(given).toHaveValue(/^Heritage Square Garage/);
});
