import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PublicPage, PublicSiteModule } from '#domain/public-site.ts';
import type { Config } from '#server/config.ts';
import { derived } from '../derived.ts';
import { brandedPage } from './branded-page.ts';
import { preparePage, type Page } from './send-page.ts';

const DIST = join(import.meta.dirname, '../../../dist');
/** Pages are cached per origin. Without PUBLIC_URL, each name and port of this machine is an origin. */
const MAX_ORIGINS = 8;

export type PublicPages = {
  page: (name: PublicPage, origin: string) => Page;
  appRoutes: readonly string[];
};

/** Returns null if `vite build` hasn't run. */
export async function loadPublicPages(
  config: Pick<Config, 'brand' | 'site' | 'demo'>,
): Promise<PublicPages | null> {
  const [script, document] = [join(DIST, 'server/marketing.js'), join(DIST, 'web/index.html')];
  if (!existsSync(script) || !existsSync(document)) return null;
  const html = readFileSync(document, 'utf8');
  const built = (await import(pathToFileURL(script).href)) as PublicSiteModule;
  const brandedFor = derived(
    () => config.demo,
    ({ enabled: isDemo }) =>
      derived(
        () => config.site,
        (content) => ({
          template: brandedPage(html, config.brand),
          // Settings replace brand and site together.
          site: { ...content, brand: config.brand, isDemo },
          kept: new Map<string, Map<PublicPage, Page>>(),
        }),
      ),
  );
  const branded = () => brandedFor()();
  const pagesOf = (origin: string) => {
    const { kept } = branded();
    const pages = kept.get(origin) ?? new Map<PublicPage, Page>();
    if (!kept.has(origin) && kept.size >= MAX_ORIGINS) kept.clear();
    kept.set(origin, pages);
    return pages;
  };
  const page: PublicPages['page'] = (name, origin) => {
    const pages = pagesOf(origin);
    const known = pages.get(name);
    if (known) return known;
    const { site, template } = branded();
    const rendered = built.renderPublicPage(name, { origin, ...site }, template);
    const { logoUrl, logoDarkUrl } = site.brand;
    const pictures = [logoUrl, logoDarkUrl, ...Object.values(site.pictures)];
    const made = preparePage(rendered, pictures);
    pages.set(name, made);
    return made;
  };
  return { page, appRoutes: built.appRoutes };
}
