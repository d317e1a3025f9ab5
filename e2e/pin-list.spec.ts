import { makeDraft, publish } from './new-draft.ts';
import { expect, test } from './product.ts';
import { CLIENT, OPERATOR, signInByApi } from './sample-site.ts';

test('a client filters and exports pins, opens one, and finds it in the viewer', async ({
  page,
}) => {
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard/pins');
  const table = page.getByRole('table', { name: 'Pins' });
  const question = table.getByRole('link', { name: /^How long will the mobile crane/ });
  const overdue = table.getByRole('row', { name: /^These steel bundles/ });
  await expect(question).toBeVisible();
  const show = async (choice: string) => {
    await page.getByRole('combobox', { name: 'Show' }).click();
    await page.getByRole('option', { name: choice }).click();
  };
  await show('Overdue');
  await expect(overdue).toContainText('(overdue)');
  await expect(question).toBeHidden();
  await page.reload();
  await expect(overdue).toBeVisible();
  for (const name of ['Export CSV', 'Export BCF']) {
    const href = await page.getByRole('link', { name }).getAttribute('href');
    const answer = await page.request.get(href ?? '');
    expect(answer.status()).toBe(200);
    expect(await answer.text()).not.toContain('mobile crane');
  }

  await show('All pins');
  await page.getByPlaceholder('Search pins...').fill('crane stay');
  await expect(overdue).toBeHidden();
  await question.click();
  await page.getByRole('link', { name: 'Back to Pins' }).click();
  await expect(question).toBeVisible();
  await expect(overdue).toBeHidden();
  await question.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Question · Courtyard');
  await expect(page.getByRole('list', { name: 'Replies' })).toContainText('Until Friday');
  await page.getByRole('link', { name: 'Open in Viewer' }).click();
  await expect(page.getByRole('dialog')).toContainText('Until Friday');
});

test('a client requests changes to a week, then approves it', async ({
  page,
  request,
  browser,
}) => {
  const { projectId, submissionId } = await makeDraft(request, 'Approved Tower', {
    title: 'Slab is poured',
    summary: 'The slab is poured.',
  });
  await publish(request, submissionId);
  await signInByApi(page.request, OPERATOR);
  await page.goto(`/operator/content/${submissionId}`);
  const atStaff = page.getByRole('region', { name: 'Approval' });
  await atStaff.getByRole('combobox', { name: 'Client' }).click();
  await page.getByRole('option', { name: /^Carla Mendez/ }).click();
  await atStaff.getByRole('button', { name: 'Request Approval' }).click();
  await expect(atStaff).toContainText('Waiting for approval');

  const context = await browser.newContext();
  await signInByApi(context.request, CLIENT);
  const theirs = await context.newPage();
  await theirs.goto(`/dashboard/projects/${projectId}/week/${submissionId}`);
  const atClient = theirs.getByRole('region', { name: 'Approval' });
  await atClient.getByRole('button', { name: 'Request Changes' }).click();
  await expect(atClient.getByRole('alert')).toHaveText('Enter what to change.');
  await expect(theirs.getByRole('link', { name: '1 open pin' })).toHaveAttribute('href', /week=/);
  await atClient.getByRole('textbox', { name: 'Reply' }).fill('The north side is missing.');
  await atClient.getByRole('button', { name: 'Request Changes' }).click();
  await expect(atStaff).toContainText('Changes requested by Carla Mendez');
  await expect(atStaff).toContainText('The north side is missing.');
  await atClient.getByRole('button', { name: 'Approve' }).click();
  await expect(atClient).toContainText('Approved by Carla Mendez');
  await expect(atStaff).toContainText('Approved by Carla Mendez');
  await context.close();
});

test('a client adds a pin to a map by keyboard and opens it by its marker', async ({ page }) => {
  await signInByApi(page.request, CLIENT);
  const { pins } = (await (await page.request.get('/api/pins?search=access+wide')).json()) as {
    pins: { id: string; projectId: string }[];
  };
  await page.goto(`/dashboard/pins/${pins[0]?.id}`);
  await page.getByRole('link', { name: 'Open on Map' }).click();
  const map = page.getByRole('region', { name: 'Weekly map' });
  await expect(map.getByRole('article', { name: 'Pin' })).toContainText(/Week 6/);
  await page.goto(`/dashboard/projects/${pins[0]?.projectId}?tab=maps`);
  await map.getByRole('button', { name: 'Add Pin' }).press('Enter');
  await page.keyboard.press('Enter');
  const form = map.getByRole('form', { name: 'New pin' });
  await form.getByLabel('Text').fill('Move the crane here');
  await form.getByRole('button', { name: 'Save Pin' }).click();
  const entry = map.getByRole('button', { name: 'Move the crane here' });
  await expect(entry).toHaveAttribute('aria-expanded', 'true');
  await entry.click();
  // The marker is at the center of the map.
  await map.getByRole('application').click();
  await expect(entry).toHaveAttribute('aria-expanded', 'true');
  await map.getByRole('button', { name: 'Delete' }).click();
  await expect(entry).toBeHidden();
});
