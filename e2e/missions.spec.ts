import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { WAYPOINTS } from '#demo/flight/waypoints.ts';
import type { ViewpointPose } from '#domain/missions/points.ts';
import { differences, readKmz, shotsInCsv, shotsInKml } from '#test/fixtures/mission-files.ts';
import { expectAccessible } from './accessible.ts';
import { makeDraft } from './new-draft.ts';
import { expect, test, testOnBoth } from './product.ts';
import { projectViewpoints, readApi } from './read-api.ts';
import { OPERATOR, PROJECT, signInByApi } from './sample-site.ts';

async function download(page: Page, button: string) {
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await saved;
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** All flights of the sample took off from the same height. */
const shotOf = ({
  longitude,
  latitude,
  relativeAltitude,
  gimbalPitch,
  ...pose
}: ViewpointPose) => ({
  longitude: longitude ?? NaN,
  latitude: latitude ?? NaN,
  height: relativeAltitude ?? NaN,
  yaw: (gimbalPitch === -90 ? pose.flightYaw : pose.gimbalYaw) ?? NaN,
  pitch: gimbalPitch ?? NaN,
});

testOnBoth('staff repeat the viewpoints that the last flight missed', async ({ page }) => {
  await signInByApi(page.request, OPERATOR);
  const { project } = await projectViewpoints(page, PROJECT);
  const { poses } = await readApi<{ poses: ViewpointPose[] }>(
    page,
    `/operator${project}/viewpoint-poses`,
  );
  await page.goto(`/operator${project}`);
  await page.getByRole('button', { name: 'Fly It Again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fly It Again' });
  await expect(dialog.getByText('Try one point first')).toBeVisible();
  const chosen = dialog.getByRole('checkbox', { checked: true });
  await expect(chosen).toHaveCount(poses.length);

  // The sample's draft has the photos of three viewpoints, and part of a fourth one.
  const flown = new Set(WAYPOINTS.slice(0, 3).map(({ name }) => name));
  const missed = poses.filter(({ name }) => !flown.has(name));
  await expect(
    dialog.getByText(/^Missed are those without a photo in Week \d+ \(draft\)\.$/),
  ).toBeVisible();
  await dialog.getByRole('button', { name: `Missed Last Week (${missed.length})` }).click();
  await expect(chosen).toHaveCount(missed.length);
  for (const { name } of missed)
    await expect(dialog.getByRole('checkbox', { name, exact: true })).toBeChecked();
  await expect(dialog.getByText(/^Point 1: \d+\sft in the photo, \d+\sft to fly$/)).toBeVisible();
  await expect(dialog.getByRole('application', { name: 'Map of the mission' })).toBeVisible();
  await expectAccessible(page, 'Fly It Again');

  await expect(dialog.getByText('mark on the map where you take off')).toBeVisible();
  await dialog.getByRole('button', { name: 'Mark Takeoff' }).click();
  await dialog.getByRole('button', { name: 'Use Map Center' }).click();
  await expect(dialog.getByText(/by the drone, .* in the surface model/)).toBeVisible();
  await expect(dialog.getByText("The surface model doesn't cover the whole route")).toBeVisible();

  const kmz = await download(page, 'DJI Pilot 2 (KMZ)');
  expect(kmz.name).toBe(`${PROJECT} mission.kmz`);
  const files = await readKmz(kmz.bytes);
  const shots = missed.map(shotOf);
  const template = files.get('wpmz/template.kml') ?? '';
  expect(differences(shotsInKml(template, 'height'), shots)).toEqual([]);
  const waylines = files.get('wpmz/waylines.wpml') ?? '';
  expect(differences(shotsInKml(waylines, 'executeHeight'), shots)).toEqual([]);
  const csv = await download(page, 'Litchi (CSV)');
  expect(csv.name).toBe(`${PROJECT} mission.csv`);
  expect(differences(shotsInCsv(csv.bytes.toString()), shots)).toEqual([]);
});

test('a project without positions explains why there is no mission', async ({ page, request }) => {
  const { projectId } = await makeDraft(request, `<Site> & "Söhne" 🏗️ ${Date.now()}`, {
    title: 'Week 1',
  });
  await signInByApi(page.request, OPERATOR);
  const pose = { isHidden: false, day: '2026-11-20', isPanorama: false, longitude: -97.1 };
  const drone = { altitude: 200, relativeAltitude: 60, gimbalYaw: 90, flightYaw: 90, lens: 'wide' };
  const viewpointId = crypto.randomUUID();
  const rest = { equivalentFocalLength: 24, cameraModel: 'M3E', gimbalPitch: -30, viewpointId };
  let latitude: number | null = null;
  await page.route('**/viewpoint-poses', (route) =>
    route.fulfill({
      json: { poses: [{ ...pose, ...drone, ...rest, name: '<Gate> 🚪', latitude }] },
    }),
  );
  const open = async () => {
    await page.goto(`/operator/projects/${projectId}`);
    await page.getByRole('button', { name: 'Fly It Again' }).click();
  };
  await open();
  await expect(
    page.getByText(/^Left out, because .* no position, direction or height: <Gate> 🚪$/u),
  ).toBeVisible();

  // With a position, it is a mission with one point.
  latitude = 31.5;
  await open();
  const { name, bytes } = await download(page, 'DJI Pilot 2 (KMZ)');
  expect(name).toMatch(/Site.*Söhne.* 🏗️ \d+ mission\.kmz$/u);
  const files = await readKmz(bytes);
  expect(shotsInKml(files.get('wpmz/waylines.wpml') ?? '', 'executeHeight')).toEqual([
    { longitude: -97.1, latitude: 31.5, height: 60, yaw: 90, pitch: -30 },
  ]);
});
