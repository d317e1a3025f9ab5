/** The operator's own name and contact, under which the product appears on pages and in mails. */
export type Brand = {
  name: string;
  email: string;
  phone: string;
  /** Such as 'Greater Waco Area and the DFW Metroplex, Texas'. */
  serviceArea: string;
  /** A path of the site itself, or an https address. */
  logoUrl: string;
  /** The accent, #rrggbb. */
  color: string;
};

/** What differs from one installation to another. */
export type PublicSite = {
  /** What addresses begin with, e.g. https://photos.example; canonical links need whole ones. */
  origin: string;
  brand: Brand;
  /** Whether the sample site is shown: its pictures are then called that, illustrations otherwise. */
  isDemo: boolean;
  /** Addresses of the operator's own pictures by name, in the place of those of the sample site. */
  pictures: Readonly<Record<string, string>>;
};

export type PublicPage = 'landing' | 'contact' | 'portalDemo' | 'notFound';

/**
 * What the built dist/server/marketing.js exports. `renderPublicPage` makes a whole HTML document
 * from `template`, the built dist/web/index.html. `appRoutes` are the router's patterns of every
 * screen of the app, with '$name' for a part of any value.
 */
export type PublicSiteModule = {
  renderPublicPage: (page: PublicPage, site: PublicSite, template: string) => string;
  appRoutes: readonly string[];
};
