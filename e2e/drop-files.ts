import { expect, type Page } from '@playwright/test';

/** Drops files on the page like a file manager. The browser reads them from disk. */
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
  // Repeats `dragover` as a real drag does, since the page may not be listening yet.
  await expect(async () => {
    await target.dispatchEvent('dragover', { dataTransfer: transfer });
    await expect(page.getByText('Drop the card or folder')).toBeVisible({ timeout: 300 });
  }).toPass();
  await target.dispatchEvent('drop', { dataTransfer: transfer });
}
