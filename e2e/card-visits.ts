import { basename } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { createByButton } from './new-draft.ts';
import { expect } from './product.ts';

const READ_TIMEOUT = { timeout: 60_000 };
/** Messages must be sentences without technical jargon. */
const SENTENCE = /^[A-Z'"].*[.!?]$/su;
const JARGON =
  /undefined|null|NaN|\[object|Error:|\bat \S+:\d+|ffmpeg version|vips|\/tmp|0x[\da-f]/i;

/** Expects every file of the card to be listed, with a reason if it isn't in a visit. */
export async function expectAllOnCard(page: Page, card: readonly string[]): Promise<void> {
  const names = card.map((path) => basename(path)).toSorted();
  const rows = page.getByRole('region', { name: /^(Set aside|Stays on the card)$/ });
  await expect(async () => {
    const kept = await titlesIn(page.getByRole('main'));
    const aside = await rejectedNames(rows);
    expect([...kept, ...aside].toSorted()).toEqual(names);
  }).toPass(READ_TIMEOUT);
  await expect(page.getByText('Checking for dark and blurry photos…')).toBeHidden(READ_TIMEOUT);
}

/** File names in the visits, including collapsed ones. */
async function titlesIn(where: Locator): Promise<string[]> {
  const showButtons = where.getByRole('button', { name: /^Show .*\d+ .*files?$/ });
  for (const button of (await showButtons.all()).toReversed()) await button.click();
  const files = where.getByRole('list', { name: 'Files from this visit' }).getByRole('listitem');
  return files.evaluateAll((items) => items.map((item) => (item as HTMLElement).title));
}

/** Names of the files that weren't added; each must have a reason. */
export async function rejectedNames(rows: Locator): Promise<string[]> {
  const texts = await rows.getByRole('listitem').allInnerTexts();
  return texts.map((text) => {
    const [name = '', words] = text.split('\n').filter(Boolean);
    expectSentence(name, words);
    return name;
  });
}

export function expectSentence(name: string, words: string | undefined): void {
  expect(words, name).toMatch(SENTENCE);
  expect(words, name).not.toMatch(JARGON);
}

/** Names that occur in no other flight. Drones restart their numbering, so others may repeat. */
export function uniqueNames(flight: readonly string[], flights: readonly string[][]): Set<string> {
  const others = flights.filter((each) => each !== flight).flat();
  const taken = new Set(others.map((path) => basename(path)));
  return new Set(flight.map((path) => basename(path)).filter((name) => !taken.has(name)));
}

/** The only visit on the card with any of these photos. */
async function visitWith(page: Page, names: ReadonlySet<string>): Promise<Locator> {
  const found: Locator[] = [];
  for (const visit of await page.locator('main section:has(> * h2)').all()) {
    const kept = await titlesIn(visit);
    if (kept.some((name) => names.has(name))) found.push(visit);
  }
  const [visit, ...others] = found;
  expect(others, 'other visits with photos of the same flight').toEqual([]);
  if (!visit) throw new Error(`No visit has ${[...names].join(', ')}.`);
  return visit;
}

/** Creates a draft from the visit with these photos, in a new project if none is near; returns its file names. */
export async function createDraft(page: Page, names: ReadonlySet<string>): Promise<string[]> {
  const visit = await visitWith(page, names);
  const open = visit.getByRole('button', { name: 'Create Draft from These Files' });
  if (await open.isVisible()) await open.click();
  const project = visit.getByRole('combobox', { name: 'Project' });
  if ((await project.inputValue()) === '') {
    await project.click();
    await page.getByRole('option', { name: 'New project at this location…' }).click();
    await visit.getByLabel('Project Name').fill('Site of real flights');
    await visit.getByRole('combobox', { name: 'Company' }).click();
    await page.getByRole('option', { name: /DEMO001/ }).click();
  }
  const kept = await titlesIn(visit);
  const { id } = await createByButton(
    page,
    visit.getByRole('button', { name: 'Create Draft', exact: true }),
  );
  const link = page.getByRole('main').locator(`a[href$="${id}"]`);
  await expect(link.or(page.getByRole('heading', { name: 'Publication' }))).toBeVisible();
  if (await link.isVisible()) await link.click();
  return kept;
}
