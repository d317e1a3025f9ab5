import { readFile } from 'node:fs/promises';
import { makeDraft, publish } from './new-draft.ts';
import { expect, test } from './product.ts';
import { CLIENT, enter, OPERATOR, PROJECT } from './sample-site.ts';
import { read, viewpointsIn } from './viewpoints-in.ts';

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

test('a report is asked for again when a photo in it has another name', async ({
  page,
  request,
}) => {
  await enter(request, OPERATOR);
  await enter(page.request, CLIENT);
  const { project } = await viewpointsIn(page, PROJECT);
  const { submissions } = await read<{ submissions: { id: string }[] }>(
    page,
    `${project}/submissions`,
  );
  const week = `/submissions/${submissions[0]?.id}/files`;
  const [photo] = (await read<{ files: { id: string; fileName: string }[] }>(page, week)).files;
  const rename = (fileName: string | undefined) =>
    request.patch(`/api/operator/files/${photo?.id}`, { data: { fileName } });
  // The list of photos comes after the button was pressed.
  const pressed = Promise.withResolvers<void>();
  await page.route(`/api${week}`, async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await page.goto(`/dashboard${project}/week/${submissions[0]?.id}`);
  const ask = page.getByRole('button', { name: 'PDF Report' });
  await ask.click();
  await expect(ask).toBeHidden();
  pressed.resolve();
  await expect(page.getByRole('button', { name: /^Open Southeast/ }).first()).toBeVisible();
  await rename('RENAMED.JPG');
  await expect(ask).toBeVisible();
  await rename(photo?.fileName);
});
