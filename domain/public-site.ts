export type Brand = {
  name: string;
  email: string;
  phone: string;
  serviceArea: string;
  logoUrl: string;
  /** In dark mode; the same unless the operator set another one. */
  logoDarkUrl: string;
  color: string;
  /** Empty if not set, like the next one. */
  hours: string;
  part107: string;
  timeZone: string;
};

export type PublicSite = {
  origin: string;
  brand: Brand;
  /** Whether the sample site's pictures are shown, and labeled as such. */
  isDemo: boolean;
  pictures: Readonly<Record<string, string>>;
};

export type PublicPage = 'landing' | 'contact' | 'portalDemo' | 'notFound';

/** Exports of dist/server/marketing.js. `template` is dist/web/index.html; in `appRoutes`, '$name' is any segment. */
export type PublicSiteModule = {
  renderPublicPage: (page: PublicPage, site: PublicSite, template: string) => string;
  appRoutes: readonly string[];
};
