import type { Page, Route } from '@playwright/test';

type Answer = Record<string, { id: string; title?: string; fileName?: string; kind?: string }[]>;

/** A unique ID that looks like others. */
const idOf = (id: string, copy: number) =>
  `${id.slice(0, -4)}${copy.toString(16).padStart(4, '0')}`;

/** Extends a list response to `count` items: copies of `given`, or of those present. */
export async function extendList(
  route: Route,
  list: string,
  count: number,
  given?: Answer[string],
): Promise<void> {
  const response = await route.fetch();
  const answer = (await response.json()) as Answer;
  const all = given ?? answer[list] ?? [];
  const items = all.filter(({ kind }) => kind === undefined || kind === 'photo');
  const copies = Array.from({ length: count }, (_, copy) => {
    const item = items[copy % items.length];
    return item && (copy < items.length ? item : { ...item, id: idOf(item.id, copy) });
  });
  await route.fulfill({ response, json: { ...answer, [list]: copies } });
}

/**
 * Pretends that every visit has many photos and every project many weeks, by repeating real ones: uploading them would
 * take too long.
 */
export async function simulateLargeSite(page: Page, site: { photos: number; weeks: number }) {
  // Ignore a project page's embedded responses.
  await page.addInitScript(() =>
    Object.defineProperty(window, 'earlyAnswers', { value: undefined }),
  );
  await page.route('**/api/submissions/*/files', (route) =>
    extendList(route, 'files', site.photos),
  );
  await page.route('**/api/projects/*/submissions', (route) =>
    extendList(route, 'submissions', site.weeks),
  );
}

/** Scrolls `selector` to its end. Returns the highest number of pictures and elements that were mounted at once. */
export function scrollThrough(page: Page, selector: string) {
  return page.evaluate(async (target) => {
    const element = document.querySelector(target);
    if (!element) throw new Error(`No element matches ${target}.`);
    const nextFrame = () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve));
      });
    const most = { pictures: 0, elements: 0, screens: 0 };
    for (let top = -1; top < element.scrollTop; most.screens += 1) {
      top = element.scrollTop;
      element.scrollBy(0, element.clientHeight);
      await nextFrame();
      await nextFrame();
      most.pictures = Math.max(most.pictures, document.images.length);
      most.elements = Math.max(most.elements, document.getElementsByTagName('*').length);
    }
    return most;
  }, selector);
}
