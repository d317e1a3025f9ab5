import { expect, type Locator } from '@playwright/test';

/** Opens a menu by its button and chooses an item, both with Enter. */
export async function chooseByKeys(button: Locator, item: string): Promise<void> {
  const page = button.page();
  await button.press('Enter');
  // A menu takes the focus once it is there: a key pressed before that would go astray.
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1);
  await page.getByRole('menuitem', { name: item }).press('Enter');
}
