import { expect, type Page } from '@playwright/test';

const SPECIAL = /[.*+?^${}()|[\]\\]/g;

/**
 * The page shows one alert, a toast or one in its place, with all of these words. A toast on its way out
 * may still be beside it, and one that goes by itself is not looked at twice.
 */
export async function expectAlert(page: Page, ...words: string[]): Promise<void> {
  const patterns = words.map((part) => new RegExp(part.replaceAll(SPECIAL, '\\$&')));
  const alert = patterns.reduce(
    (found, hasText) => found.filter({ hasText }),
    page.getByRole('alert'),
  );
  await expect(alert).toBeVisible();
}
