import { expect, type Page } from '@playwright/test';

/** Drops files on the page, as a file manager does. The browser reads them where they lie. */
export async function dropFiles(page: Page, paths: readonly string[]): Promise<void> {
  await page.evaluate(() => {
    const input = Object.assign(document.createElement('input'), { type: 'file', multiple: true });
    input.hidden = true;
    input.dataset['dropped'] = '';
    document.body.append(input);
  });
  const input = page.locator('[data-dropped]');
  await input.setInputFiles([...paths]);
  const transfer = await input.evaluateHandle((from: HTMLInputElement) => {
    const data = new DataTransfer();
    for (const file of from.files ?? []) data.items.add(file);
    from.remove();
    return data;
  });
  const target = page.getByRole('heading', { level: 1 });
  // Whoever drags tells so many times a second, also before the page listens.
  await expect(async () => {
    await target.dispatchEvent('dragover', { dataTransfer: transfer });
    await expect(page.getByText('Drop the card or folder')).toBeVisible({ timeout: 300 });
  }).toPass();
  await target.dispatchEvent('drop', { dataTransfer: transfer });
}
