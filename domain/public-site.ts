/** The operator's name and contact details on pages and in emails. */
export type Brand = {
  name: string;
  email: string;
  phone: string;
  serviceArea: string;
  /** A path on this site, or an https URL. */
  logoUrl: string;
  color: string;
};

export type PublicSite = {
  /** Such as https://photos.example, for absolute URLs. */
  origin: string;
  brand: Brand;
  /** Whether the sample site's pictures are shown, and labeled as such. */
  isDemo: boolean;
  /** URLs of the operator's own pictures by name, replacing the sample pictures. */
  pictures: Readonly<Record<string, string>>;
};

export type PublicPage = 'landing' | 'contact' | 'portalDemo' | 'notFound';

/**
 * The exports of dist/server/marketing.js. `renderPublicPage` returns an HTML document made from `template`, the built
 * dist/web/index.html. `appRoutes` are route patterns of all app screens, with '$name' for any segment.
 */
export type PublicSiteModule = {
  renderPublicPage: (page: PublicPage, site: PublicSite, template: string) => string;
  appRoutes: readonly string[];
};
