import { escapeHtml } from '#domain/html.ts';
import { pictureUrl, presetFor } from '#domain/pictures.ts';
import type { SharedPage } from '#domain/share-links.ts';
import { tag } from '#web/lib/document.ts';
import { imageSources } from '#web/ui/picture/sources.ts';
import { heroPicture, heroSizes } from './hero-picture.ts';

/** Wide enough for the large cards of chat applications (1200 x 630). */
const CARD_WIDTH = 1024;

type HeadInput = { page: SharedPage; origin: string; address: string; brandName: string };

/** Title, preview card (Open Graph, https://ogp.me) and the hero's preload of a shared page. */
export function headOf({ page, origin, address, brandName }: HeadInput): string {
  const title = page.title ?? page.project.name;
  const description =
    page.description ?? page.project.description ?? 'Construction progress from above.';
  const hero = heroPicture(page);
  const preset = hero && presetFor(hero.presets, CARD_WIDTH);
  const card = hero && preset ? `${origin}${pictureUrl(hero.mediaUrl, preset)}` : null;
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
    property('og:url', `${origin}${address}`),
    property('og:image', card),
    property('og:image:alt', card && `${page.project.name} from the air`),
    tag('meta', { name: 'twitter:card', content: card ? 'summary_large_image' : 'summary' }),
    hero && sources
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
