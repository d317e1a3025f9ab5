import { renderToStaticMarkup } from 'react-dom/server';
import type { PublicPage, PublicSiteModule } from '#domain/public-site.ts';
import { fillTemplate } from '#web/lib/document.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { headOf } from './head.ts';
import { ContactPage, LandingPage, NotFoundPage, PortalDemoPage } from './pages.tsx';
import { pictureLabelOf, type Site, SiteContext } from './site.ts';
import { withTexts } from './texts.ts';

const PAGES: Record<PublicPage, () => React.ReactNode> = {
  landing: LandingPage,
  contact: ContactPage,
  portalDemo: PortalDemoPage,
  notFound: NotFoundPage,
};

export const renderPublicPage: PublicSiteModule['renderPublicPage'] = (page, given, template) => {
  const site = withTexts(given);
  const shown: Site = {
    ...site,
    isLanding: page === 'landing',
    pictureLabel: pictureLabelOf(site),
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
