import type { Part, Queries } from './screen-parts.ts';

/** A locator from Playwright or for WebKit. */
export interface AnyPart extends Part<AnyPart> {}

export type AnyPage = Queries<AnyPart> & {
  goto: (path: string) => Promise<unknown>;
  waitForFunction: (condition: () => boolean) => Promise<unknown>;
};

/** A browser tab of one person. */
export type Tab = {
  page: AnyPage;
  /** Returns console errors and failed requests since the last call. */
  takeErrors: () => Promise<string[]>;
};

/** Firefox or WebKit, open on a site. */
export type OpenBrowser = {
  /** A tab of a signed-in person, or of a visitor. */
  tabOf: (person?: string) => Promise<Tab>;
  close: () => Promise<void>;
};
