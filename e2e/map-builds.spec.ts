import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withCapture } from '#demo/flight/metadata.ts';
import { SITE } from '#demo/flight/place.ts';
import { photoPath, rasterPath } from '#demo/flight/site-files.ts';
import { startEngine } from '#test/programs/map-engine.ts';
import { expectAccessible } from './accessible.ts';
import { waitForUpload } from './draft-editor.ts';
import { newFolder } from './flight.ts';
import { makeDraft } from './new-draft.ts';
import { expect, test, testOnBoth } from './product.ts';
import { ADMIN, signInByApi } from './sample-site.ts';

const [LINES, PHOTOS] = [4, 6];

/** Photos that look down from 100 m, with 70% forward and 60% side overlap. */
async function makeMappingFlight(): Promise<string> {
  const folder = await newFolder('mapping-flight');
  const jpeg = await readFile(photoPath(1, { slug: 'overhead' }));
  for (let index = 0; index < LINES * PHOTOS; index++) {
    const [east, north] = [(index % LINES) * 58, Math.floor(index / LINES) * 32];
    const down = { altitude: 100, yaw: 0, pitch: -90, light: 1, warmth: 0 };
    const local = `2026-11-02T10:10:${10 + index}`;
    const photo = withCapture(jpeg, { pose: { east, north, ...down }, local, site: SITE });
    await writeFile(join(folder, `DJI_${1000 + index}.JPG`), photo);
  }
  return folder;
}

testOnBoth('staff build a map of a week again after it failed', async ({ page, request }) => {
  test.setTimeout(300_000);
  const engine = await startEngine({ token: 'open sesame' });
  engine.results.set('odm_orthophoto/odm_orthophoto.tif', await readFile(rasterPath(1, 'ortho')));
  engine.results.set('odm_report/report.pdf', Buffer.from('%PDF-1.4 report'));
  const { submissionId } = await makeDraft(request, 'Map Row', { title: 'Week 5' });
  await signInByApi(page.request, ADMIN);
  const dialog = page.getByRole('dialog');

  await page.goto('/operator/settings/map');
  const engines = page.getByRole('region', { name: 'Map Engines' });
  await engines.getByRole('button', { name: 'Add Engine' }).click();
  await dialog.getByLabel('Name').fill('Attic');
  await dialog.getByLabel('Address').fill(engine.url);
  await dialog.getByLabel('Token').fill('open sesame');
  await expectAccessible(page, 'new engine');
  await dialog.getByRole('button', { name: 'Add Engine' }).click();
  await engines.getByRole('button', { name: 'Test' }).click();
  await expect(engines).toContainText('odm 3.5.6');

  await page.goto(`/operator/content/${submissionId}`);
  const folder = await makeMappingFlight();
  await page.getByLabel('Folder to upload', { exact: true }).setInputFiles(folder);
  await waitForUpload(page);
  const section = page.getByRole('region', { name: 'Map', exact: true });
  await section.getByRole('button', { name: 'Make Map' }).click();
  await expect(dialog).toContainText('24 photos, 70% overlap: good', { timeout: 60_000 });
  await expect(dialog).toContainText('the engine has 16 GB');
  await dialog.getByRole('radio', { name: 'Fast' }).check();
  await dialog.getByText('More', { exact: true }).click();
  await dialog.getByLabel('orthophoto-resolution').fill('4');
  await expectAccessible(page, 'estimate of a map');
  await dialog.getByRole('button', { name: 'Make Map' }).click();
  await expect(section).toContainText('Queued');
  expect(engine.running).toMatchObject([{ options: { 'orthophoto-resolution': '4' } }]);

  /** As an engine does when a task ends. Overfly looks every minute anyway. */
  const expectNext = (text: string) =>
    expect(async () => {
      for (const { webhook } of engine.running) await request.post(webhook ?? '');
      await expect(section).toContainText(text, { timeout: 2000 });
    }).toPass();
  for (const task of engine.running) Object.assign(task, { status: { code: 20 }, progress: 61 });
  await expectNext('Building, 61%');
  await expect(section).toContainText('last line');
  await expectAccessible(page, 'map that is being built');
  engine.finish(30, 'Not enough memory');
  await expectNext('Failed: The engine ran out of memory.');

  engine.tasks.clear();
  await section.getByRole('button', { name: 'Try Again' }).click();
  await expect(dialog.getByRole('radio', { name: 'Fast' })).toBeChecked();
  await dialog.getByText('More', { exact: true }).click();
  await expect(dialog.getByLabel('orthophoto-resolution')).toHaveValue('4');
  await dialog.getByRole('button', { name: 'Make Map' }).click();
  await expect(section).toContainText('Queued');
  engine.faults.isDown = true;
  await expectNext("The engine hasn't answered since");
  engine.faults.isDown = false;
  await section.getByRole('button', { name: 'Stop Building' }).click();
  await dialog.getByRole('button', { name: 'Stop Building' }).click();
  await expect(section).toContainText('Stopped');

  await section.getByRole('button', { name: 'Try Again' }).click();
  await dialog.getByRole('button', { name: 'Make Map' }).click();
  await expect(section).toContainText('Queued');
  engine.finish(40);
  await expectNext('Done: 2 files');
  await section.getByRole('link', { name: '1 map is ready' }).click();
  const maps = page.getByRole('region', { name: 'Maps', exact: true });
  await expect(maps).toContainText('Orthophoto.tif');
  await expect(section).toContainText('Failed: The engine ran out of memory.');

  await page.goto('/operator/settings/map');
  await engines.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(engines).not.toContainText('Attic');
  await engine.close();
});
