import { expect, type BrowserContext, type Page } from '@playwright/test';

/** The alerts that came to a page since it was loaded, also those that went again by themselves. */
type Watched = Window & { alerts?: Set<Element> };

/** Has the pages of a context remember their alerts: a toast may go before a busy test looks. */
export const rememberAlerts = (context: BrowserContext) => context.addInitScript(remember);

/** The page shows one alert, a toast or one in its place, with all of these words; or showed it just now. */
export const expectAlert = (page: Page, ...words: string[]): Promise<void> =>
  expect(async () => {
    expect(await page.evaluate(takeAlert, words), `alert: ${words.join(' ')}`).toBe('one');
  }).toPass({ timeout: 20_000 });

function remember(): void {
  const alerts = new Set<Element>();
  (window as Watched).alerts = alerts;
  const find = (node: Node) => {
    if (!(node instanceof Element)) return;
    if (node.role === 'alert') alerts.add(node);
    for (const alert of node.querySelectorAll('[role=alert]')) alerts.add(alert);
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) find(node);
  }).observe(document, { childList: true, subtree: true });
}

/** Says whether one alert has the words. One that has gone is said once, as it was last. */
function takeAlert(words: string[]): 'one' | 'none' | 'several' {
  const { alerts = new Set() } = window as Watched;
  const hasWords = ({ textContent }: Element) => words.every((part) => textContent.includes(part));
  const shown = [...document.querySelectorAll('[role=alert]')].filter(
    (alert) => alert.checkVisibility() && hasWords(alert),
  );
  if (shown.length > 0) return shown.length === 1 ? 'one' : 'several';
  const gone = [...alerts].find((alert) => !alert.isConnected && hasWords(alert));
  if (gone) alerts.delete(gone);
  return gone ? 'one' : 'none';
}
