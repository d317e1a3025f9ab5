import type { APIRequestContext, Page } from '@playwright/test';
import { expectAlert } from './alert.ts';
import { expect, test } from './product.ts';
import { CLIENT, signInByApi, PROJECT } from './sample-site.ts';

/** A client of DEMO002, which has its own project. */
const OTHER = 'other@overfly.example';
const OWN_PROJECT = 'Trinity Yard (sample)';
/** Projects of DEMO001. */
const OTHER_PROJECTS = /Brazos Commons|Cottonwood Logistics|Lakeview Clinic/;

// Browsers log each 404.
test.use({ expectedErrors: [/status of 404/] });

/** IDs of DEMO001's sample project and one of its weeks, from the API. */
async function idsOf(request: APIRequestContext) {
  const read = async <T>(path: string) => (await (await request.get(`/api${path}`)).json()) as T;
  await signInByApi(request, CLIENT);
  const { projects } = await read<{ projects: { id: string; name: string }[] }>('/projects');
  const projectId = projects.find(({ name }) => name === PROJECT)?.id;
  const weeks = await read<{ submissions: { id: string }[] }>(`/projects/${projectId}/submissions`);
  const submissionId = weeks.submissions[0]?.id;
  expect((await request.get(`/api/submissions/${submissionId}/download`)).status()).toBe(200);
  return { projectId, submissionId };
}

const expectNoOtherCompany = (page: Page) => expect(page.getByText(OTHER_PROJECTS)).toHaveCount(0);

test('a client sees only the projects of their own company', async ({ page }) => {
  await signInByApi(page.request, OTHER);
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: `View Details of ${OWN_PROJECT}` })).toBeVisible();
  await expectNoOtherCompany(page);
  await page.goto('/dashboard/projects');
  await expect(page.getByRole('link', { name: `View Details of ${OWN_PROJECT}` })).toBeVisible();
  await expectNoOtherCompany(page);

  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('textbox').fill('(sample)');
  await expect(page.getByRole('dialog').getByText(OWN_PROJECT)).toBeVisible();
  await expectNoOtherCompany(page);

  await page.goto('/dashboard/sharing');
  await page.getByRole('button', { name: 'Create Share Link' }).first().click();
  await page.getByRole('combobox', { name: 'Project' }).click();
  await expect(page.getByRole('option', { name: OWN_PROJECT })).toBeVisible();
  await expectNoOtherCompany(page);
});

test("a client can't open a project, week or file of another company", async ({
  page,
  playwright,
  baseURL,
}) => {
  const api = await playwright.request.newContext(baseURL === undefined ? {} : { baseURL });
  const { projectId, submissionId } = await idsOf(api);
  await api.dispose();

  await signInByApi(page.request, OTHER);
  await page.goto(`/dashboard/projects/${projectId}`);
  await expect(page.getByRole('heading', { name: 'Project Not Found' })).toBeVisible();
  await expect(page.getByText("you don't have access to it")).toBeVisible();
  await expectNoOtherCompany(page);
  await page.getByRole('link', { name: 'Back to Projects' }).click();
  await page.getByRole('link', { name: `View Details of ${OWN_PROJECT}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: OWN_PROJECT })).toBeVisible();

  const own = new URL(page.url()).pathname;
  for (const project of [`/dashboard/projects/${projectId}`, own]) {
    await page.goto(`${project}/week/${submissionId}`);
    await expectAlert(
      page,
      project === own ? "Week not found or you don't have access to it." : 'Project not found.',
    );
    await expect(page.getByRole('link', { name: 'Back to Project', exact: true })).toBeVisible();
  }
  const week = `submissions/${submissionId}`;
  for (const path of [`projects/${projectId}`, week, `${week}/files`, `${week}/download`]) {
    expect((await page.request.get(`/api/${path}`)).status(), path).toBe(404);
  }
});

test("a week doesn't open under another project", async ({ page }) => {
  const { submissionId } = await idsOf(page.request);
  await page.goto('/dashboard/projects');
  await page.getByRole('link', { name: /^View Details of Cottonwood/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Cottonwood/ })).toBeVisible();
  await page.goto(`${page.url()}/week/${submissionId}`);
  await expectAlert(page, 'Week not found');
  await expect(page.getByRole('heading', { name: 'Weekly Overview' })).toHaveCount(0);
});

test("clients can't open any page of the back office", async ({ page }) => {
  await signInByApi(page.request, OTHER);
  for (const path of ['/operator', '/operator/companies', '/operator/content', '/operator/audit']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    await expect(
      page.getByText("You don't have permission to access the operator dashboard."),
    ).toBeVisible();
    await expect(page.getByText('Contact your administrator for access.')).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
  }
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});
