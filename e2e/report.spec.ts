import { readFile } from 'node:fs/promises';
import { makeDraft, publish } from './new-draft.ts';
import { expect, test } from './product.ts';
import { CLIENT, enter } from './sample-site.ts';

test('a report of a week that has changed since is asked for again, and is a PDF', async ({
  page,
  request,
}) => {
  const week = { title: 'Week with a report', summary: 'The slab is poured.' };
  const { projectId, submissionId } = await makeDraft(request, 'Report Row', week);
  await publish(request, submissionId);
  await enter(page.request, CLIENT);
  await page.goto(`/dashboard/projects/${projectId}/week/${submissionId}`);
  const ask = page.getByRole('button', { name: 'PDF Report' });
  const ready = page.getByRole('link', { name: /^Download PDF Report/ });
  await ask.click();
  await expect(ready).toBeVisible({ timeout: 60_000 });

  const data = { summary: 'The slab has dried.' };
  await request.patch(`/api/operator/submissions/${submissionId}`, { data });
  await expect(page.getByText(data.summary)).toBeVisible();
  await ask.click();
  await expect(ready).toBeVisible({ timeout: 60_000 });
  const [report] = await Promise.all([page.waitForEvent('download'), ready.click()]);
  const bytes = await readFile(await report.path());
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
});
