import { readFile } from 'node:fs/promises';
import { makeDraft, publish } from './new-draft.ts';
import { expect, test } from './product.ts';
import { CLIENT, enter } from './sample-site.ts';

test('one press makes the PDF of a week as it is now, and downloads it', async ({
  page,
  request,
}) => {
  const week = { title: 'Week with a report', summary: 'The slab is poured.' };
  const { projectId, submissionId } = await makeDraft(request, 'Report Row', week);
  await publish(request, submissionId);
  await enter(page.request, CLIENT);
  await page.goto(`/dashboard/projects/${projectId}/week/${submissionId}`);
  const press = async (name: string) => {
    const download = page.waitForEvent('download', { timeout: 60_000 });
    await page.getByRole('button', { name }).click();
    const bytes = await readFile(await (await download).path());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
  };
  await press('PDF Report');
  const data = { summary: 'The slab has dried.' };
  await request.patch(`/api/operator/submissions/${submissionId}`, { data });
  await press('PDF Report');

  const failed = { state: 'failed', percent: 0, fileName: 'a.pdf', url: null, bytes: null };
  await page.route('**/report', (route) => route.fulfill({ json: failed }), { times: 1 });
  await page.getByRole('button', { name: 'PDF Report' }).click();
  await expect(page.getByText('The report could not be created.')).toBeVisible();
  await press('Retry');
});
