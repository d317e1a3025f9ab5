import { expect, type BrowserContext, type Page } from '@playwright/test';

/** All alerts since the page loaded, including closed ones. */
type WindowWithAlerts = Window & { alerts?: Set<Element> };

/** Makes pages remember their alerts, because a toast may close before a slow test checks it. */
export const rememberAlerts = (context: BrowserContext) => context.addInitScript(remember);

/** Expects exactly one alert (a toast or an inline one) with all these words, now or recently. */
export const expectAlert = (page: Page, ...words: string[]): Promise<void> =>
  expect(async () => {
    expect(await page.evaluate(takeAlert, words), `alert: ${words.join(' ')}`).toBe('one');
  }).toPass({ timeout: 20_000 });

function remember(): void {
  const alerts = new Set<Element>();
  (window as WindowWithAlerts).alerts = alerts;
  const find = (node: Node) => {
    if (!(node instanceof Element)) return;
    if (node.role === 'alert') alerts.add(node);
    for (const alert of node.querySelectorAll('[role=alert]')) alerts.add(alert);
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) find(node);
  }).observe(document, { childList: true, subtree: true });
}

/** How many visible alerts contain the words. If none do, counts a closed one, but only once. */
function takeAlert(words: string[]): 'one' | 'none' | 'several' {
  const { alerts = new Set() } = window as WindowWithAlerts;
  const hasWords = ({ textContent }: Element) => words.every((part) => textContent.includes(part));
  const shown = [...document.querySelectorAll('[role=alert]')].filter(
    (alert) => alert.checkVisibility() && hasWords(alert),
  );
  if (shown.length > 0) return shown.length === 1 ? 'one' : 'several';
  const gone = [...alerts].find((alert) => !alert.isConnected && hasWords(alert));
  if (gone) alerts.delete(gone);
  return gone ? 'one' : 'none';
}
