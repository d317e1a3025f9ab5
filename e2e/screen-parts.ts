/** Sample site URLs that contain an ID. */
export type SampleUrls = Record<
  'project' | 'week' | 'viewpoint' | 'company' | 'published' | 'draft' | 'shared',
  string
>;

type Role =
  | 'button'
  | 'combobox'
  | 'dialog'
  | 'heading'
  | 'img'
  | 'link'
  | 'menuitem'
  | 'menuitemradio'
  | 'searchbox'
  | 'slider'
  | 'tab'
  | 'textbox';

/** The Playwright queries that other drivers also provide. */
export type Queries<P> = {
  getByRole(role: Role, options?: { name?: string | RegExp; exact?: boolean }): P;
  getByText(text: string | RegExp, options?: { exact?: boolean }): P;
  locator(css: string): P;
};

/** The locators of a driver: those of Playwright, or a `WebKitLocator`. */
export type Part<P> = Queries<P> & {
  first(): P;
  nth(index: number): P;
  waitFor(): Promise<void>;
  click(): Promise<void>;
  pressSequentially(text: string): Promise<void>;
  press(key: string): Promise<void>;
  setInputFiles(path: string): Promise<void>;
};

export type Screen = {
  name: string;
  /** The viewer's email; if omitted, nobody is signed in. */
  as?: string;
  address: string | ((sample: SampleUrls) => string);
  /** Visible once the screen has its content. */
  ready: <P extends Part<P>>(page: Queries<P>) => P;
  /** The main action, which must be reachable with Tab unless it's already focused. */
  action: <P extends Part<P>>(page: Queries<P>) => P;
  /** Opens a part of the screen by mouse before the checks. */
  open?: <P extends Part<P>>(page: Queries<P>) => Promise<void>;
};

type Name = string | RegExp;
const named = (name: Name) => ({ name, exact: typeof name === 'string' });

export const button =
  (name: Name) =>
  <P extends Part<P>>(page: Queries<P>) =>
    page.getByRole('button', named(name)).first();
export const link =
  (name: Name) =>
  <P extends Part<P>>(page: Queries<P>) =>
    page.getByRole('link', named(name)).first();
export const heading =
  (name: Name) =>
  <P extends Part<P>>(page: Queries<P>) =>
    page.getByRole('heading', named(name)).first();
export const inDialog =
  (name: string) =>
  <P extends Part<P>>(page: Queries<P>) =>
    page.getByRole('dialog').getByRole('button', named(name));
export const press =
  (name: Name) =>
  <P extends Part<P>>(page: Queries<P>) =>
    button(name)(page).click();
