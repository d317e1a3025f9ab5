import type { Locator, Page } from '@playwright/test';
import { moveFingers } from './touch.ts';
import { expect, test } from './product.ts';
import { CLIENT, signInByApi, PROJECT, PHOTO } from './sample-site.ts';

type Point = { x: number; y: number };

/** Opens the two newest weeks with a divider. */
async function openSlider(page: Page) {
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard/projects');
  await page.getByRole('link', { name: `View Details of ${PROJECT}` }).click();
  await page.getByRole('button', { name: 'Compare Weeks' }).click();
  const viewer = page.getByRole('dialog', { name: 'Media viewer' });
  await viewer.getByRole('button', { name: 'Slider', exact: true }).click();
  const divider = viewer.getByRole('slider', { name: /^Divider/ });
  await expect(viewer.getByRole('img', { name: PHOTO })).toHaveCount(2);
  return { viewer, divider, at: await pointsOf(divider.locator('..')) };
}

/** Returns a function from a point in a frame, in percent from its left and top, to page coordinates. */
async function pointsOf(frame: Locator) {
  const box = await frame.boundingBox();
  if (!box) throw new Error('The frame is not visible.');
  return (left: number, top = 30): Point => ({
    x: box.x + (box.width * left) / 100,
    y: box.y + (box.height * top) / 100,
  });
}

async function drag(page: Page, from: Point, to: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y, { steps: 5 });
  await page.mouse.up();
}

const percentOf = async (divider: Locator) => Math.round(Number(await divider.inputValue()));

const leftsOf = async (viewer: Locator) => {
  const boxes = await Promise.all(
    (await viewer.getByRole('img', { name: PHOTO }).all()).map((photo) => photo.boundingBox()),
  );
  return boxes.map((box) => Math.round(box?.x ?? Number.NaN));
};

test('dragging anywhere moves the divider, or pans both photos when zoomed in', async ({
  page,
}) => {
  const { viewer, divider, at } = await openSlider(page);
  await drag(page, at(15), at(70));
  expect(await percentOf(divider)).toBe(70);
  await expect(page).toHaveURL(/_s70/);
  for (const side of ['Before', 'After']) {
    const chosen = viewer.getByRole('button', { name: new RegExp(`^${side} `) });
    const day = await chosen.getByText(/^[A-Z][a-z]+ \d+, \d{4}$/).innerText();
    await expect(viewer.getByText(day)).toHaveCount(1);
  }

  await page.keyboard.press('+');
  await page.keyboard.press('+');
  const [before = 0, after = 0] = await leftsOf(viewer);
  await drag(page, at(15), at(25));
  const moved = at(25).x - at(15).x;
  const panned = [before + moved, after + moved].map((x) => expect.closeTo(x, -0.5));
  expect(await leftsOf(viewer)).toEqual(panned);
  expect(await percentOf(divider)).toBe(70);
  await drag(page, at(70.5), at(40.5));
  expect(await percentOf(divider)).toBe(40);
  expect(await leftsOf(viewer)).toEqual(panned);

  await divider.press('PageUp');
  await divider.press('ArrowRight');
  expect(await percentOf(divider)).toBe(51);
  for (const key of ['+', '+', '-', '-', '-', '-']) await page.keyboard.press(key);
  await expect(viewer.getByRole('button', { name: 'Zoom 100%, reset' })).toBeVisible();
});

test('the viewer labels its photos, navigation buttons and comparison modes', async ({ page }) => {
  const { viewer } = await openSlider(page);
  const next = viewer.getByRole('button', { name: 'Next viewpoint' });
  const [, name] = /: (.+) \(↓\)$/.exec((await next.getAttribute('title')) ?? '') ?? [];
  await next.click();
  await expect(viewer.getByRole('heading', { name: `${name} · ${PROJECT}` })).toBeVisible();
  await expect(page).toHaveTitle(new RegExp(`^${name} · Brazos Commons`));

  await viewer.getByRole('button', { name: 'More', exact: true }).click();
  const fade = viewer.getByRole('button', { name: 'Fade', exact: true });
  await expect(fade).toHaveAccessibleDescription('Blend with a slider');
  await fade.click();
  await expect(viewer.getByRole('button', { name: 'Fade, More', pressed: true })).toBeVisible();
  const range = viewer.getByRole('slider', { name: /^From / });
  await expect(range.locator('..')).toHaveText('BeforeAfter');

  await viewer.getByRole('button', { name: /^Before / }).click();
  const weeks = viewer.getByRole('list', { name: 'Weeks' }).locator('strong');
  const days = (await weeks.allTextContents()).map((day) => Date.parse(day));
  expect(days.length).toBeGreaterThan(2);
  expect(days).toEqual(days.toSorted((one, other) => one - other));

  await viewer.press('Escape');
  await viewer.press('Escape');
  await expect(page).toHaveTitle(/^Brazos Commons/);
});

test('in a narrow window, no button covers another button or the photos', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { viewer, divider } = await openSlider(page);
  const photos = divider.locator('..');
  for (const layout of ['Side by side', 'Slider']) {
    await viewer.getByRole('button', { name: layout }).click();
    const boxes = await boxesOf(viewer.getByRole('button'));
    expect(
      boxes.flatMap((box) => boxes.filter((other) => other !== box && overlap(box, other))),
    ).toEqual([]);
  }
  const [stage] = await boxesOf(photos);
  const sides = await boxesOf(viewer.getByRole('button', { name: /^(Before|After) / }));
  expect(sides.map((side) => stage && overlap(side, stage))).toEqual([false, false]);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('one finger moves the divider, two fingers zoom, and then one finger pans', async ({
    page,
  }) => {
    const { viewer, divider, at } = await openSlider(page);
    const name = await viewer.getByRole('img', { name: PHOTO }).first().getAttribute('alt');
    await moveFingers(page, { from: at(80), to: at(20) });
    expect(await percentOf(divider)).toBe(20);
    await moveFingers(page, { from: at(45), to: at(30) }, { from: at(55), to: at(70) });
    await expect(viewer.getByRole('img', { name: name ?? '' })).toHaveCount(2);
    expect(await percentOf(divider)).toBe(20);
    const [left = 0] = await leftsOf(viewer);
    await moveFingers(page, { from: at(60), to: at(80) });
    expect((await leftsOf(viewer))[0]).toBeGreaterThan(left + 40);
    expect(await percentOf(divider)).toBe(20);
    await moveFingers(page, { from: at(20), to: at(60) });
    expect(await percentOf(divider)).toBe(60);
  });

  test('the main tools fit in one row, and More lists the others by name', async ({ page }) => {
    const { viewer } = await openSlider(page);
    const more = viewer.getByRole('button', { name: 'More', exact: true });
    const row = more.locator('xpath=../..').getByRole('button');
    const boxes = await boxesOf(viewer.getByRole('button'));
    expect(boxes.every(({ width, height }) => width >= 44 && height >= 44)).toBe(true);
    expect(new Set((await boxesOf(row)).map(({ y, height }) => y + height / 2)).size).toBe(1);

    await more.click();
    const sheet = viewer.getByRole('region', { name: 'More' });
    await expect(sheet.getByRole('button', { name: 'Rotate' })).toBeInViewport();
    for (const { width, height } of await boxesOf(sheet.getByRole('button'))) {
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    for (const label of ['Fade', 'Blink', 'Lens', 'Next viewpoint', 'Zoom in', 'Rotate']) {
      expect((await boxesOf(sheet.getByText(new RegExp(`^${label}`))))[0]?.width).toBeGreaterThan(
        20,
      );
    }
    await sheet.getByRole('button', { name: 'Fade' }).click();
    await expect(sheet).toBeHidden();
    await expect(viewer.getByRole('slider', { name: /^From / })).toBeVisible();
  });

  test('swiping up over the divider scrolls a shared page', async ({ page }) => {
    await signInByApi(page.request, CLIENT);
    const { projects } = (await (await page.request.get('/api/projects')).json()) as {
      projects: { id: string; name: string }[];
    };
    const projectId = projects.find(({ name }) => name === PROJECT)?.id;
    const made = await page.request.post('/api/share-links', { data: { projectId } });
    const { url } = (await made.json()) as { url: string };
    await page.goto(url);
    const divider = page.getByRole('slider', { name: /^Divider/ });
    await divider.locator('..').scrollIntoViewIfNeeded();
    const at = await pointsOf(divider.locator('..'));
    await moveFingers(page, { from: at(80), to: at(25) });
    await expect.poll(() => percentOf(divider)).toBe(25);
    const scrolled = () => page.evaluate(() => window.scrollY);
    const before = await scrolled();
    await moveFingers(page, { from: at(60, 90), to: at(62, 20) });
    await expect.poll(scrolled).toBeGreaterThan(before + 20);
    expect(await percentOf(divider)).toBe(25);
  });
});

type Box = Point & { width: number; height: number };

/** Whether two boxes overlap by more than rounding. */
const overlap = (one: Box, other: Box) =>
  one.x + one.width > other.x + 0.5 &&
  other.x + other.width > one.x + 0.5 &&
  one.y + one.height > other.y + 0.5 &&
  other.y + other.height > one.y + 0.5;

const boxesOf = async (parts: Locator) =>
  (await Promise.all((await parts.all()).map((part) => part.boundingBox()))).flatMap((box) =>
    box ? [box] : [],
  );
