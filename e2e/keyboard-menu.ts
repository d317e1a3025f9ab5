import { expect, type Locator } from '@playwright/test';

/** Opens a menu and chooses an item by keyboard. */
export async function chooseByKeyboard(button: Locator, item: string): Promise<void> {
  const page = button.page();
  await button.press('Enter');
  // The menu takes focus once it is open; a key pressed earlier would be lost.
  await expect(page.getByRole('menu').locator(':focus')).toHaveCount(1);
  await page.getByRole('menuitem', { name: item }).press('Enter');
}
