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
  pictures: Readonly<Record<string, string>>;
};

export type PublicPage = 'landing' | 'contact' | 'portalDemo' | 'notFound';

/**
 * Exports of dist/server/marketing.js. `template`: dist/web/index.html. `appRoutes`: patterns, '$name' is a segment.
 */
export type PublicSiteModule = {
  renderPublicPage: (page: PublicPage, site: PublicSite, template: string) => string;
  appRoutes: readonly string[];
};
