import { ERRORS } from '#domain/errors.ts';
import { expectAlert } from './alert.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './product.ts';
import { CLIENT, signInByApi, OPERATOR, PROJECT } from './sample-site.ts';

// The browser logs the 409 for a taken code.
test.use({ expectedErrors: [/status of 409/] });
test('an operator adds a company with a unique code, then deactivates and reactivates it', async ({
  page,
}) => {
  const code = `NEW${Date.now().toString(36)}`.toUpperCase();
  await signInByApi(page.request, OPERATOR);
  await page.goto('/operator/companies');
  await page.getByRole('button', { name: 'Add Company' }).click();
  const dialog = page.getByRole('dialog');
  const add = dialog.getByRole('button', { name: 'Add Company' });
  await add.click();
  await expectAlert(page, 'Company code and name are required.');

  await dialog.getByLabel('Company Code').fill('demo001');
  await expect(dialog.getByLabel('Company Code')).toHaveValue('DEMO001');
  await dialog.getByLabel('Company Name').fill(`Newcomers ${code}`);
  await add.click();
  await expect(dialog.getByText('A company with this code already exists.')).toBeVisible();
  await expect(page.getByText('Failed to create company.')).toBeVisible();
  await dialog.getByLabel('Company Code').fill('!');
  await add.click();
  await expect(
    dialog.getByText('Use 2 to 32 letters, numbers, hyphens (-) or underscores (_).'),
  ).toBeVisible();
  await expect(page.getByText('Failed to create company.')).toHaveCount(0);
  await dialog.getByLabel('Company Code').fill(code.toLowerCase());
  await add.click();
  await expect(dialog).toBeHidden();

  await page.getByPlaceholder('Search companies...').fill(code.toLowerCase());
  const active = page.getByRole('switch', { name: `Newcomers ${code} is active` });
  await expect(active).toBeChecked();
  const edit = page.getByRole('button', { name: `Edit Newcomers ${code}` });
  const save = dialog.getByRole('button', { name: 'Save Changes' });
  await edit.click();
  await expect(dialog.getByLabel('Company Code')).toHaveValue(code);
  await expect(dialog.getByLabel('Company Code')).not.toBeEditable();
  await expect(save).toBeDisabled();
  await dialog.getByLabel('Company Name').fill('  ');
  await save.click();
  await expectAlert(page, 'Company code and name are required.');
  await expectAccessible(page, 'edit company with an error');
  await page.keyboard.press('Escape');
  await expect(edit).toBeFocused();
  await edit.click();
  await dialog.getByLabel('Description').fill('Bridges and quays');
  const limit = dialog.getByLabel('Storage Limit (GB)');
  await limit.fill('0');
  await save.click();
  await expect(dialog.getByText('Enter at least 0.01 GB.')).toBeVisible();
  await limit.fill('0.5');
  await save.click();
  await expectAlert(page, 'Company Updated');
  await expect(page.getByText('Bridges and quays')).toBeVisible();
  await edit.click();
  await expect(limit).toHaveValue('0.5');
  await page.keyboard.press('Escape');

  await active.click({ force: true });
  await expect(dialog.getByText('No one can sign up for')).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(active).toBeChecked();
  await active.click({ force: true });
  await expectAccessible(page, 'deactivate company');
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(active).not.toBeChecked();
  await expect(page.getByText('Clients keep access')).toBeVisible();
  await page.reload();
  await page.getByPlaceholder('Search companies...').fill(code);
  await expect(active).not.toBeChecked();
  await active.click({ force: true });
  await expect(active).toBeChecked();
  await expect(active).toHaveAttribute('aria-busy', 'false');
  // The switch moves when this text below it disappears, and a forced click doesn't wait for that.
  await expect(page.getByText('Clients keep access')).toHaveCount(0);
  await active.click({ force: true });
  await dialog.getByRole('checkbox', { name: /Also remove access/ }).check();
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expect(active).not.toBeChecked();
  await expect(page.getByText('Clients keep access')).toHaveCount(0);
  await page.getByPlaceholder('Search companies...').fill('nobody at all');
  await expect(page.getByText('No companies found.')).toBeVisible();
});

test('an operator creates a project with valid coordinates and deletes it by typing its name', async ({
  page,
}) => {
  const name = 'Test Tower';
  const spaced = ` ${name.replaceAll(' ', '  ')} `;
  await signInByApi(page.request, OPERATOR);
  await page.goto('/operator/companies');
  await page.getByRole('link', { name: /Manage Projects of Trinity/ }).click();
  await page.getByRole('button', { name: 'Create Project' }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Create Project' });
  await submit.click();
  await expect(dialog.getByText('Project name is required.')).toBeVisible();
  await dialog.getByLabel('Name').fill(spaced);
  await dialog.getByLabel('Coordinates').fill('100, 0');
  await submit.click();
  await expect(
    dialog.getByText('Latitude must be between -90 and 90, longitude between -180 and 180.'),
  ).toBeVisible();
  await dialog.getByLabel('Coordinates').fill('32.7767, -96.7970');
  await submit.click();
  await expectAlert(page, 'Project Created');

  const actions = page.getByRole('button', { name: `Actions for ${name}` });
  await actions.click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(dialog.getByLabel('Coordinates')).toHaveValue('32.7767, -96.797');
  await dialog.getByLabel('Address').fill('1 Main Street');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expectAlert(page, 'Project Updated');

  await actions.click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const destroy = dialog.getByRole('button', { name: 'Delete Project' });
  await expect(destroy).toBeDisabled();
  await dialog.getByRole('textbox').fill('Test tower');
  await expect(dialog.getByText('Please type the project name exactly as shown.')).toBeVisible();
  await dialog.getByRole('textbox').fill(spaced);
  await destroy.click();
  await expectAlert(page, 'Project Deleted');
  await expect(actions).toBeHidden();
});

test.describe('when a company fails to load', () => {
  test.use({ expectedErrors: [/status of 500/] });

  test('the page shows an error and loads it on retry', async ({ page }) => {
    await signInByApi(page.request, OPERATOR);
    const failing = '**/api/companies/*';
    await page.route(failing, (route) => route.fulfill({ status: 500, json: {} }));
    await page.goto('/operator/companies');
    await page.getByRole('link', { name: /^Manage Projects of Brazos/ }).click();
    await expectAlert(page, 'Failed to fetch companies.');
    await expect(page.getByRole('button', { name: 'Create Project' })).toHaveCount(0);
    await page.unroute(failing);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Brazos/ })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create Project' })).toBeVisible();
  });
});

test.describe('when a company does not exist', () => {
  test.use({ expectedErrors: [/status of 40[04]/] });

  test('the page shows an error and a link back to all companies', async ({ page }) => {
    await signInByApi(page.request, OPERATOR);
    for (const id of [crypto.randomUUID(), 'not-a-company']) {
      await page.goto(`/operator/companies/${id}`);
      await expect(page.getByRole('heading', { name: ERRORS.COMPANY_NOT_FOUND[1] })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Create Project' })).toHaveCount(0);
      await page.getByRole('link', { name: 'Back to Companies' }).click();
      await expect(page.getByRole('heading', { name: 'Company Management' })).toBeVisible();
    }
  });
});

test('an operator finds and creates projects for all companies and manages their teams', async ({
  page,
  newPerson,
}) => {
  const name = `Quay ${Date.now().toString(36)}`;
  await signInByApi(page.request, OPERATOR);
  await page.goto('/operator/projects');
  await expect(page.getByRole('button', { name: `Actions for ${PROJECT}` })).toBeVisible();
  await expect(page.getByText('Trinity Developments (sample)').first()).toBeVisible();
  await page.getByRole('button', { name: 'Create Project' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create Project' }).click();
  await expect(dialog.getByText('Please select a company.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Company' }).click();
  await page.getByRole('option', { name: /DEMO002/ }).click();
  await dialog.getByRole('button', { name: 'Create Project' }).click();
  await expectAlert(page, 'Project Created');

  await page.getByPlaceholder('Search projects...').fill(name.toUpperCase());
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Team' }).click();
  await expect(dialog.getByText('No members yet.')).toBeVisible();
  await dialog.getByRole('combobox', { name: 'Project Manager' }).click();
  await page.getByRole('option', { name: /^Petra Lindqvist/ }).click();
  await expectAlert(page, 'Project Updated');
  await expect(dialog.getByRole('combobox', { name: 'Project Manager' })).toHaveValue(/^Petra/);
  const member = dialog.getByRole('combobox', { name: 'Add Member' });
  await member.fill('carla');
  await expect(page.getByRole('option', { name: /^Owen Banks/ })).toHaveCount(0);
  await page.getByRole('option', { name: /^Carla Mendez/ }).click();
  await expectAlert(page, 'Member Added');
  await expect(dialog.getByRole('button', { name: 'Remove Carla Mendez' })).toBeVisible();
  await expect(member).toHaveValue('');
  await expectAccessible(page, 'project team');

  const client = await newPerson();
  await signInByApi(client.request, CLIENT);
  await client.goto('/dashboard/projects');
  await expect(client.getByRole('link', { name: `View Details of ${name}` })).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove Carla Mendez' }).click();
  await expectAlert(page, 'Member Removed');
  await expect(client.getByRole('link', { name: `View Details of ${name}` })).toHaveCount(0);

  // Otherwise the page would request the team of a removed company.
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  const { projects } = (await (await page.request.get('/api/projects')).json()) as {
    projects: { id: string; name: string }[];
  };
  const id = projects.find((project) => project.name === name)?.id;
  await page.request.delete(`/api/projects/${id}`, { data: { typedName: name } });
});

test('a project page lists all submissions, and its delete dialog counts drafts too', async ({
  page,
}) => {
  await signInByApi(page.request, OPERATOR);
  await page.goto('/operator/projects');
  await page.getByRole('link', { name: PROJECT }).click();
  const submissions = page.getByRole('region', { name: 'Submissions' });
  await expect(submissions.getByText('draft', { exact: true }).first()).toBeVisible();
  const total = `${(await submissions.getByRole('row').count()) - 1} submissions`;
  await expect(page.getByRole('region', { name: 'Viewpoints', exact: true })).toContainText(
    'Overhead building',
  );
  await expect(page.getByRole('region', { name: 'People' })).toContainText('Carla Mendez');
  await page.getByRole('link', { name: 'New Submission' }).click();
  await expect(page.getByRole('dialog').getByRole('combobox', { name: 'Project' })).toHaveValue(
    new RegExp(PROJECT.replaceAll(/[()]/g, '.')),
  );

  await page.goto('/operator/projects');
  await page.getByRole('button', { name: `Actions for ${PROJECT}` }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('dialog')).toContainText(`and ${total}, including drafts`);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: `Actions for ${PROJECT}` }).click();
  await page.getByRole('menuitem', { name: 'Client View' }).click();
  await page
    .getByRole('link', { name: /^View Week/ })
    .first()
    .click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page).toHaveURL(/\/operator\/content\/./);
});
