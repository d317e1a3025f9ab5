import type { Locator, Page } from '@playwright/test';

/** Addresses of the sample site that hold an id. */
export type SampleAddresses = Record<
  'project' | 'week' | 'viewpoint' | 'company' | 'published' | 'draft' | 'shared',
  string
>;

export type Screen = {
  name: string;
  /** Who looks at it; without it somebody without an account. */
  as?: string;
  address: string | ((sample: SampleAddresses) => string);
  /** Is there once the screen has its content. */
  ready: (page: Page) => Locator;
  /** What most people come for; the Tab key leads to it, unless it has the focus already. */
  action: (page: Page) => Locator;
  /** Opens a part of the screen by mouse, before it is looked at. */
  open?: (page: Page) => Promise<void>;
};

export const button = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name, exact: typeof name === 'string' }).first();
export const link = (name: string | RegExp) => (page: Page) =>
  page.getByRole('link', { name, exact: typeof name === 'string' }).first();
export const heading = (name: string | RegExp) => (page: Page) =>
  page.getByRole('heading', { name, exact: typeof name === 'string' }).first();
export const inDialog = (name: string) => (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });
export const press = (name: string | RegExp) => (page: Page) => button(name)(page).click();
