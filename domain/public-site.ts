import type { Prices } from './pricing.ts';

export type Brand = {
  name: string;
  email: string;
  phone: string;
  serviceArea: string;
  /** Completes 'We respond'. */
  responseTime: string;
  logoUrl: string;
  /** In dark mode; the same unless the operator set another one. */
  logoDarkUrl: string;
  color: string;
  /** Empty if not set. */
  hours: string;
  part107: string;
  timeZone: string;
};

/** What a logo with its name needs. */
export type LogoBrand = Pick<Brand, 'name' | 'logoUrl' | 'logoDarkUrl'>;

/** Parts of the public site that can be hidden, by the id of their section. */
export const SITE_PARTS = {
  facts: 'Facts',
  'who-we-serve': 'Who We Serve',
  'why-drones': 'Why Use Drones',
  services: 'Services',
  'our-services': 'Our Services',
  'how-it-works': 'How It Works',
  pricing: 'Pricing',
  penalties: 'FAA Warning',
  'free-flight': 'Free First Flight',
  faq: 'FAQ',
  'portal-demo': 'Portal Demo',
} as const;
export type SitePart = keyof typeof SITE_PARTS;

/** Texts may contain placeholders such as {area}. */
type SiteTexts = Record<
  | 'headline'
  | 'introduction'
  | 'button'
  | 'facts'
  | 'whoWeServe'
  | 'whyDrones'
  | 'services'
  | 'corePackage'
  | 'ourServices'
  | 'howItWorks'
  | 'freeFlight'
  | 'contact'
  | 'faq',
  string
>;

export type SiteContent = {
  /** Whether there is a public site; otherwise its pages redirect to sign-in. */
  isPublic: boolean;
  hidden: readonly SitePart[];
  texts: SiteTexts;
  prices: Prices;
  faaUrl: string;
  /** URLs of the operator's own pictures by name. */
  pictures: Readonly<Record<string, string>>;
};

export type PublicSite = SiteContent & {
  origin: string;
  brand: Brand;
  /** Whether the sample site's pictures are shown, and labeled as such. */
  isDemo: boolean;
};

export type PublicPage = 'landing' | 'contact' | 'portalDemo' | 'notFound';

/** Exports of dist/server/marketing.js. `template` is dist/web/index.html; in `appRoutes`, '$name' is any segment. */
export type PublicSiteModule = {
  renderPublicPage: (page: PublicPage, site: PublicSite, template: string) => string;
  appRoutes: readonly string[];
};
