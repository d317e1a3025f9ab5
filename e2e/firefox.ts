import { firefox, type Browser } from '@playwright/test';
import { findFirefox } from '../scripts/system-parts.mjs';
import type { OpenBrowser, Tab } from './other-browser.ts';
import { watch } from './product.ts';
import { enter } from './sample-site.ts';

/** Starts Firefox, which speaks WebDriver BiDi with Playwright. */
export async function openFirefox(site: string): Promise<OpenBrowser> {
  const executablePath = findFirefox() ?? '';
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath, args: [] });
  skipMediaFeatures(browser);
  const tabs = new Map<string | undefined, Tab>();
  const open = async (person: string | undefined): Promise<Tab> => {
    const context = await browser.newContext({ baseURL: site });
    if (person !== undefined) await enter(context.request, person);
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
 * Playwright tells every context which colors and motion the system prefers, a command that Firefox 153 does not
 * know, and has no option to leave that out.
 */
function skipMediaFeatures(browser: Browser): void {
  const { _connection } = browser as unknown as Internals;
  const sessions = Object.getPrototypeOf(_connection.toImpl(browser)._browserSession) as Session;
  const { send } = sessions;
  sessions.send = async function skip(this: Session, command, parameters) {
    return command === 'emulation.setMediaFeaturesOverride'
      ? {}
      : send.call(this, command, parameters);
  };
}
