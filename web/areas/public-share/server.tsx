import { renderToString } from 'react-dom/server';
import type { RenderSharedPage, SharedView, SharedScreen } from '#contract/shared-view.ts';
import { brandIn, fillTemplate, jsonForScript, tag } from '#web/lib/document.ts';
import { SharedApp } from './shared-app.tsx';
import { DATA_ID, type SharedContent } from './shared-data.ts';
import type { SubmissionComparison } from '#domain/submission-comparison.ts';
import { escapeHtml } from '#domain/html.ts';
import type { LogoBrand } from '#domain/public-site.ts';
import type { SharedPage } from '#domain/share-links.ts';
import { imageSources } from '#web/ui/picture/sources.ts';
import { firstView } from './use-comparison.ts';
import { heroPicture, heroSizes } from './hero-picture.ts';

export const renderSharedPage: RenderSharedPage = (view, template, onError) => {
  const brand = brandIn(template);
  const content = contentOf(view, brand);
  return fillTemplate(template, {
    head:
      view.kind === 'open' && 'page' in content
        ? headOf({ ...view, ...content })
        : closedHead(
            view.kind === 'locked' ? 'Password Required' : 'Link Not Available',
            brand.name,
          ),
    app: appOf(content, onError),
    data: `<script type="application/json" id="${DATA_ID}">${jsonForScript(content)}</script>`,
  });
};

/** If rendering fails on the server, the browser renders the page. There, a failing part doesn't affect the others. */
function appOf(content: SharedContent, onError: (error: unknown) => void): string {
  try {
    return renderToString(<SharedApp content={content} />);
  } catch (error) {
    onError(error);
    return '';
  }
}

function contentOf(view: SharedView, brand: LogoBrand): SharedContent {
  if (view.kind === 'gone') return { brand, gone: view.message };
  if (view.kind === 'locked') return { brand, locked: { error: view.error } };
  const { token, screen, page, submissionId, files } = view;
  const comparison = screen === 'week' ? null : view.comparison;
  const submissions = screen === 'week' ? page.submissions.slice(0, 1) : page.submissions;
  const now = new Date().toISOString();
  return {
    token,
    screen,
    brand,
    submissionId,
    files,
    comparison,
    page: { ...page, submissions },
    now,
  };
}

type HeadInput = {
  page: SharedPage;
  origin: string;
  /** Null in a preview, which has no URL to share. */
  token: string | null;
  screen: SharedScreen;
  brand: LogoBrand;
  comparison: SubmissionComparison | null;
};

/** Title, link preview (Open Graph, https://ogp.me) and preload of the hero picture. */
function headOf(input: HeadInput): string {
  const { page, origin, token, screen, brand } = input;
  const title = page.title ?? page.project.name;
  const description =
    page.description ?? page.project.description ?? 'Construction progress from above.';
  const hero = heroPicture(page);
  const link = token === null ? null : `${origin}/shared/${token}`;
  // Chat apps cache a picture by its URL for days, so each submission gets its own URL.
  const newestId = page.submissions[0]?.id ?? '';
  const card = hero && link ? `${link}/picture.jpg?of=${newestId}` : null;
  const sources = hero && imageSources(hero);
  const property = (name: string, content: string | null) =>
    content === null ? '' : tag('meta', { property: name, content });
  return [
    `<title>${escapeHtml(`${title} · ${brand.name}`)}</title>`,
    tag('meta', { name: 'description', content: description }),
    property('og:type', 'website'),
    property('og:site_name', brand.name),
    property('og:title', title),
    property('og:description', description),
    property('og:url', link && (screen === 'project' ? link : `${link}/${screen}`)),
    property('og:image', card),
    property('og:image:width', card && '1200'),
    property('og:image:height', card && '630'),
    property('og:image:alt', card && `${page.project.name} from the air`),
    tag('meta', { name: 'twitter:card', content: card ? 'summary_large_image' : 'summary' }),
    // A comparison replaces the hero picture.
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

/** Contains no details of the project and no link preview. */
const closedHead = (title: string, brandName: string): string =>
  `<title>${escapeHtml(`${title} · ${brandName}`)}</title>`;
