import { request } from '@playwright/test';
import type { AnyPage, OpenBrowser } from './other-browser.ts';
import { expect } from './product.ts';
import { signInByApi } from './sample-site.ts';
import type { Part, Queries } from './screen-parts.ts';
import { startWebKit, type WebKit } from './webkit.ts';

/** Starts WebKit, whose single page is passed from person to person. */
export async function openWebKit(site: string): Promise<OpenBrowser> {
  const webkit = await startWebKit();
  const page = new WebKitPage(webkit, site);
  let current: { person: string | undefined } | undefined;
  return {
    tabOf: async (person) => {
      if (!current || current.person !== person) await page.enter(person);
      current = { person };
      await webkit.takeErrors();
      return { page, takeErrors: webkit.takeErrors };
    },
    close: webkit.stop,
  };
}

/** Milliseconds to wait for page content. */
const TIMEOUT_MS = 30_000;
/** WebDriver's key for element references. */
const REFERENCE = 'element-6066-11e4-a52e-4f735466cecf';
const KEYS = new Map([['ArrowRight', '\uE014']]);

type Reference = { [REFERENCE]: string };
type Found = { element: Reference; place: string };
/** A regular expression in a form that JSON can carry. */
type Pattern = { source: string; flags: string };
type Step =
  | { by: 'css'; css: string }
  | { by: 'role'; role: string; name: Pattern | null }
  | { by: 'text'; text: Pattern }
  | { by: 'index'; index: number };

/** The parts of axe-core in use; its types lack `getRole`. */
type Axe = {
  setup: (node: Document) => void;
  teardown: () => void;
  commons: {
    aria: { getRole: (element: Element) => string | null };
    text: { accessibleText: (element: Element) => string };
  };
};

/** Finds visible elements with queries named like Playwright's. */
class WebKitQueries implements Queries<WebKitLocator> {
  readonly webkit: WebKit;
  readonly steps: Step[];

  constructor(webkit: WebKit, steps: Step[] = []) {
    this.webkit = webkit;
    this.steps = steps;
  }

  getByRole(role: string, { name, exact }: { name?: string | RegExp; exact?: boolean } = {}) {
    return this.narrow({
      by: 'role',
      role,
      name: name === undefined ? null : pattern(name, exact),
    });
  }
  getByText(text: string | RegExp, { exact }: { exact?: boolean } = {}) {
    return this.narrow({ by: 'text', text: pattern(text, exact) });
  }
  locator(css: string) {
    return this.narrow({ by: 'css', css });
  }
  protected narrow(step: Step): WebKitLocator {
    return new WebKitLocator(this.webkit, [...this.steps, step]);
  }
}

/** Finds the elements that its steps lead to, and uses the first. */
class WebKitLocator extends WebKitQueries implements Part<WebKitLocator> {
  first() {
    return this.nth(0);
  }
  nth(index: number) {
    return this.narrow({ by: 'index', index });
  }
  waitFor() {
    return this.retry(async () => void (await this.find()));
  }
  click() {
    return this.use((path) => this.webkit.send(`${path}/click`, {}));
  }
  pressSequentially(text: string) {
    return this.use((path) => this.webkit.send(`${path}/value`, { text }));
  }
  press(key: string) {
    return this.pressSequentially(KEYS.get(key) ?? key);
  }
  async setInputFiles(file: string) {
    const found = await this.webkit.send<Reference>('element', {
      using: 'css selector',
      value: this.steps.map((step) => (step.by === 'css' ? step.css : '')).join(' '),
    });
    await this.webkit.send(`element/${found[REFERENCE]}/value`, { text: file });
  }

  /** Runs an action once the element has stopped moving and, for clicks, isn't covered. */
  private use(action: (path: string) => Promise<unknown>): Promise<void> {
    let place: string | undefined;
    return this.retry(async () => {
      const [found, before] = [await this.find(), place];
      place = found.place;
      if (place !== before) throw new Error(`Still moving: ${JSON.stringify(this.steps)}`);
      await action(`element/${found.element[REFERENCE]}`);
    });
  }

  private retry(attempt: () => Promise<void>): Promise<void> {
    return expect(attempt).toPass({ timeout: TIMEOUT_MS, intervals: [100] });
  }

  private async find(): Promise<Found> {
    const found = (await this.webkit.run(find, this.steps)) as Found | null;
    if (found === null) throw new Error(`Not visible: ${JSON.stringify(this.steps)}`);
    return found;
  }
}

/** WebKit's only page, with the parts of Playwright's `Page` that the tests need. */
class WebKitPage extends WebKitQueries implements AnyPage {
  readonly site: string;

  constructor(webkit: WebKit, site: string) {
    super(webkit);
    this.site = site;
  }

  async goto(path: string): Promise<void> {
    await this.webkit.send('url', { url: new URL(path, this.site).href });
  }

  /** Signs in through the API, or signs out without a person. */
  async enter(person: string | undefined): Promise<void> {
    await this.goto('/contact');
    await this.webkit.send('cookie', undefined, 'DELETE');
    await this.webkit.run(() => localStorage.clear());
    const api = await request.newContext({ baseURL: this.site });
    if (person !== undefined) await signInByApi(api, person);
    const { cookies } = await api.storageState();
    await api.dispose();
    for (const { name, value, path, httpOnly } of cookies)
      await this.webkit.send('cookie', { cookie: { name, value, path, httpOnly } });
  }

  async waitForFunction(condition: () => boolean): Promise<void> {
    await expect.poll(() => this.webkit.run(condition), { timeout: TIMEOUT_MS }).toBe(true);
  }
}

function pattern(text: string | RegExp, exact = false): Pattern {
  if (text instanceof RegExp) return { source: text.source, flags: text.flags };
  const source = text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  return exact ? { source: `^${source}$`, flags: '' } : { source, flags: 'i' };
}

/** Runs in the page: the first visible element that the steps lead to, a `Found`, or null. */
function find(steps: Step[]): unknown {
  const { axe } = window as unknown as { axe: Axe };
  const matches = (wanted: Pattern | null, text: string | null) =>
    !wanted ||
    new RegExp(wanted.source, wanted.flags).test((text ?? '').replaceAll(/\s+/g, ' ').trim());
  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  const within = (scopes: ParentNode[], css: string) =>
    [...new Set(scopes.flatMap((scope) => [...scope.querySelectorAll(css)]))].filter(isVisible);
  // axe-core omits a button's label, and spaces between parts that only CSS separates.
  const namesOf = (element: Element) => [
    axe.commons.text.accessibleText(element),
    ...[...((element as HTMLButtonElement).labels ?? []), element as HTMLElement].map(
      ({ innerText }) => innerText,
    ),
  ];
  const take = (scopes: ParentNode[], step: Step): Element[] => {
    if (step.by === 'index') return [scopes[step.index]].filter((one) => one instanceof Element);
    if (step.by === 'css') return within(scopes, step.css);
    const all = within(scopes, '*');
    if (step.by === 'text') {
      const withText = all.filter(({ textContent }) => matches(step.text, textContent));
      return withText.filter(
        (one) => !withText.some((other) => other !== one && one.contains(other)),
      );
    }
    return all.filter(
      (element) =>
        axe.commons.aria.getRole(element) === step.role &&
        namesOf(element).some((name) => matches(step.name, name)),
    );
  };
  axe.setup(document);
  try {
    const [element] = steps.reduce<ParentNode[]>(take, [document]) as Element[];
    return element ? { element, place: JSON.stringify(element.getBoundingClientRect()) } : null;
  } finally {
    axe.teardown();
  }
}
