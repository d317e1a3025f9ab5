import { expectAccessible } from './accessible.ts';
import { makeDraft, publish } from './new-draft.ts';
import { expect, testOnBoth } from './product.ts';
import { CLIENT, OPERATOR, signInByApi } from './sample-site.ts';

testOnBoth(
  'staff fill in a flight record, and clients see it once it is shown',
  async ({ page, request }) => {
    const { projectId, submissionId } = await makeDraft(request, 'Record Row', {
      title: 'Week 3',
      summary: 'The slab is poured.',
    });
    await publish(request, submissionId);
    const week = `/dashboard/projects/${projectId}/week/${submissionId}`;
    const record = page.getByRole('region', { name: 'Flight Record', exact: true });

    await signInByApi(page.request, CLIENT);
    await page.goto(week);
    await expect(page.getByRole('heading', { name: 'Weekly Overview' })).toBeVisible();
    await expect(record).toBeHidden();

    await signInByApi(page.request, OPERATOR);
    await page.goto(`/operator/content/${submissionId}`);
    await expect(record).toContainText('WeatherNot available');
    await record.getByRole('button', { name: 'Edit Flight Record' }).click();
    const form = page.getByRole('dialog', { name: 'Flight Record' });
    await form.getByLabel('Pilot').fill('Ada Byron');
    await form.getByRole('combobox', { name: 'Airspace' }).click();
    await page.getByRole('option', { name: 'Class D' }).click();
    await form.getByLabel('Ceiling (ft)').fill('200');
    await expectAccessible(page, 'flight record form');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(record).toContainText('Class D, ceiling 200 ft above ground');
    await expect(record.getByRole('button', { name: 'Edit Flight Record' })).toBeFocused();
    await record.getByRole('switch', { name: 'Show to Clients' }).click();
    await expect(page.getByText('Clients now see flight records')).toBeVisible();

    await signInByApi(page.request, CLIENT);
    await page.goto(week);
    await expect(record).toContainText('Ada Byron');
    await expect(record.getByRole('button')).toHaveCount(0);
  },
);
