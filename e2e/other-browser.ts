import type { Part, Queries } from './screen-parts.ts';

/** A locator of Playwright or one of WebKit. */
export interface AnyPart extends Part<AnyPart> {}

export type AnyPage = Queries<AnyPart> & {
  goto: (path: string) => Promise<unknown>;
  waitForFunction: (condition: () => boolean) => Promise<unknown>;
};

/** A browser as one person uses it. */
export type Tab = {
  page: AnyPage;
  /** Returns errors of the console and failed requests since the last call. */
  takeErrors: () => Promise<string[]>;
};

/** Firefox or WebKit, open on a site. */
export type OpenBrowser = {
  /** The page of a person who is signed in, or of a visitor. */
  tabOf: (person?: string) => Promise<Tab>;
  close: () => Promise<void>;
};
