import { renderToStaticMarkup } from 'react-dom/server';
import type { PublicPage, PublicSiteModule } from '#domain/public-site.ts';
import { fillTemplate } from '#web/lib/document.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { headOf } from './head.ts';
import { ContactPage, LandingPage, NotFoundPage, PortalDemoPage } from './pages.tsx';
import { pictureLabelOf, type Site, SiteContext } from './site.ts';

const PAGES: Record<PublicPage, () => React.ReactNode> = {
  landing: LandingPage,
  contact: ContactPage,
  portalDemo: PortalDemoPage,
  notFound: NotFoundPage,
};

export const renderPublicPage: PublicSiteModule['renderPublicPage'] = (page, site, template) => {
  const shown: Site = {
    brand: site.brand,
    isLanding: page === 'landing',
    pictureLabel: pictureLabelOf(site),
    pictures: site.pictures,
  };
  const Page = PAGES[page];
  const app = renderToStaticMarkup(
    <SiteContext value={shown}>
      <Page />
    </SiteContext>,
  );
  return fillTemplate(template, { head: headOf(page, site), app, data: '' });
};

/** Routes of the app; other URLs return 404. */
export const appRoutes: PublicSiteModule['appRoutes'] = Object.values(ROUTES);
