import type { SharedScreen } from '#contract/shared-view.ts';
import type { WeekComparison } from '#domain/week-comparison.ts';
import { escapeHtml } from '#domain/html.ts';
import type { SharedPage } from '#domain/share-links.ts';
import { tag } from '#web/lib/document.ts';
import { imageSources } from '#web/ui/picture/sources.ts';
import { firstView } from './use-comparison.ts';
import { heroPicture, heroSizes } from './hero-picture.ts';

type HeadInput = {
  page: SharedPage;
  origin: string;
  /** Null in a preview, which has no address to send. */
  token: string | null;
  screen: SharedScreen;
  brandName: string;
  comparison: WeekComparison | null;
};

/** Title, preview card (Open Graph, https://ogp.me) and the hero's preload of a shared page. */
export function headOf(input: HeadInput): string {
  const { page, origin, token, screen, brandName } = input;
  const title = page.title ?? page.project.name;
  const description =
    page.description ?? page.project.description ?? 'Construction progress from above.';
  const hero = heroPicture(page);
  const link = token === null ? null : `${origin}/shared/${token}`;
  // Chat applications keep a picture for days under its address: the next week has another.
  const newestId = page.submissions[0]?.id ?? '';
  const card = hero && link ? `${link}/picture.jpg?of=${newestId}` : null;
  const sources = hero && imageSources(hero);
  const property = (name: string, content: string | null) =>
    content === null ? '' : tag('meta', { property: name, content });
  return [
    `<title>${escapeHtml(`${title} · ${brandName}`)}</title>`,
    tag('meta', { name: 'description', content: description }),
    property('og:type', 'website'),
    property('og:site_name', brandName),
    property('og:title', title),
    property('og:description', description),
    property('og:url', link && (screen === 'project' ? link : `${link}/${screen}`)),
    property('og:image', card),
    property('og:image:width', card && '1200'),
    property('og:image:height', card && '630'),
    property('og:image:alt', card && `${page.project.name} from the air`),
    tag('meta', { name: 'twitter:card', content: card ? 'summary_large_image' : 'summary' }),
    // A comparison is shown instead.
    hero && sources && !firstView(input)
      ? tag('link', {
          rel: 'preload',
          as: 'image',
          href: sources.src,
          imagesrcset: sources.srcSet,
          imagesizes: heroSizes(hero),
          fetchpriority: 'high',
        })
      : '',
  ].join('');
}

/** Head of a page that shows nothing, or nothing yet: no preview card, nothing of the project. */
export const closedHead = (title: string, brandName: string): string =>
  `<title>${escapeHtml(`${title} · ${brandName}`)}</title>`;
