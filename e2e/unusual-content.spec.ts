import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, test, testOnBoth } from './product.ts';
import { CLIENT, signInByApi, PROJECT, PHOTO } from './sample-site.ts';

const LONG = 'Donaudampfschifffahrtsgesellschaft'.repeat(9);

async function openProject(page: Page): Promise<void> {
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard/projects');
  await page.getByRole('link', { name: `View Details of ${PROJECT}` }).click();
  await expect(page.getByRole('region', { name: /^Photos of/ }).first()).toBeVisible();
}

type Fields = Record<string, unknown>;
type Answer = Fields & { submissions: Fields[]; files: Fields[] };

/** Modifies API responses; `edit` gets the number of earlier requests. */
async function changeResponse(
  page: Page,
  address: RegExp,
  edit: (answer: Answer, before: number) => void,
): Promise<void> {
  let count = 0;
  await page.route(address, async (route) => {
    const before = count++;
    const response = await route.fetch();
    const answer = (await response.json()) as Answer;
    edit(answer, before);
    await route.fulfill({ response, json: answer });
  });
}

/** Titles of cards whose content extends beyond their edge. */
const clippedCards = (page: Page) =>
  page
    .locator('section')
    .evaluateAll((sections) =>
      sections
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((section) => section.querySelector('h2, h3')?.textContent),
    );

testOnBoth('very long words stay inside their cards', async ({ page }) => {
  await changeResponse(page, /\/api\/projects\/[\w-]+$/, (project) => {
    project.description = LONG;
  });
  await changeResponse(page, /\/projects\/[\w-]+\/submissions$/, (answer) => {
    for (const week of answer.submissions) Object.assign(week, { title: LONG, summary: LONG });
  });
  await changeResponse(page, /\/api\/submissions\/[\w-]+$/, (week) => {
    Object.assign(week, { title: LONG, summary: LONG });
  });
  await openProject(page);
  await expect(page.getByText(LONG).first()).toBeVisible();
  expect(await clippedCards(page)).toEqual([]);
  await page
    .getByRole('link', { name: /^View Week/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: LONG })).toBeVisible();
  expect(await clippedCards(page)).toEqual([]);
});

test('the slider shows nothing of one week next to a narrower photo of the other', async ({
  page,
}) => {
  await changeResponse(page, /\/submissions\/[\w-]+\/files$/, ({ files }, before) => {
    // The newest week loads first; older weeks get portrait photos.
    if (before > 0) for (const photo of files) Object.assign(photo, { width: 300, height: 900 });
  });
  await openProject(page);
  await page.getByRole('button', { name: 'Compare Weeks' }).click();
  const viewer = page.getByRole('dialog', { name: 'Media viewer' });
  await viewer.getByRole('button', { name: 'Slider' }).click();
  await expect(viewer.getByRole('img', { name: PHOTO })).toHaveCount(2);
  await viewer.getByRole('slider', { name: 'Divider between' }).press('End');
  const frame = await viewer.getByRole('slider').locator('..').boundingBox();
  const narrow = await viewer.getByRole('img', { name: PHOTO }).last().boundingBox();
  if (!frame || !narrow) throw new Error('The viewer shows no pictures.');
  expect(narrow.x - frame.x, 'space next to the narrow photo').toBeGreaterThan(40);
  const emptySpace = {
    x: frame.x,
    y: frame.y,
    width: narrow.x - frame.x,
    height: frame.height * 0.8,
  };
  const pixels = await page.screenshot({ clip: emptySpace });
  const { channels } = await sharp(pixels).removeAlpha().stats();
  expect(Math.max(...channels.map(({ max }) => max)), 'brightest pixel').toBeLessThan(40);
});
