import { firefox, type Browser } from '@playwright/test';
import { findFirefox } from '../scripts/system-parts.mjs';
import type { OpenBrowser, Tab } from './other-browser.ts';
import { watch } from './product.ts';
import { signInByApi } from './sample-site.ts';

/**
 * Less motion and fewer frames, because there is no graphics card. No service workers, which would load all screens.
 */
const PREFERENCES = {
  'ui.prefersReducedMotion': 1,
  'layout.frame_rate': 10,
  'dom.serviceWorkers.enabled': false,
};

/** Starts Firefox, controlled by Playwright through WebDriver BiDi. */
export async function openFirefox(site: string): Promise<OpenBrowser> {
  const executablePath = findFirefox() ?? '';
  const browser = await firefox.launch({
    channel: 'moz-firefox',
    executablePath,
    args: [],
    firefoxUserPrefs: PREFERENCES,
  });
  await adaptSession(browser);
  const tabs = new Map<string | undefined, Tab>();
  const open = async (person: string | undefined): Promise<Tab> => {
    const context = await browser.newContext({
      baseURL: site,
      viewport: { width: 1440, height: 900 },
    });
    if (person !== undefined) await signInByApi(context.request, person);
    const errors = watch(context);
    return { page: await context.newPage(), takeErrors: async () => errors.splice(0) };
  };
  return {
    tabOf: async (person) => {
      const tab = tabs.get(person) ?? (await open(person));
      tabs.set(person, tab);
      return tab;
    },
    close: () => browser.close(),
  };
}

type Session = { send: (command: string, parameters?: object) => Promise<unknown> };
type Internals = { _connection: { toImpl: (browser: Browser) => { _browserSession: Session } } };

/**
 * Removes two things that Playwright can't turn off: setting system colors and motion, which Firefox 153 doesn't
 * support, and tracking all requests, which takes a third of the time.
 */
async function adaptSession(browser: Browser): Promise<void> {
  const { _connection } = browser as unknown as Internals;
  const session = _connection.toImpl(browser)._browserSession;
  await session.send('session.unsubscribe', { events: ['network'] });
  const sessions = Object.getPrototypeOf(session) as Session;
  const { send } = sessions;
  sessions.send = async function skip(this: Session, command, parameters) {
    return command === 'emulation.setMediaFeaturesOverride'
      ? {}
      : send.call(this, command, parameters);
  };
}
