import { escapeHtml } from '#domain/html.ts';
import type { PublicPage, PublicSite } from '#domain/public-site.ts';
import { jsonForScript, tag } from '#web/lib/document.ts';
import { cardPath, cardText } from './picture.tsx';
import { pictureLabelOf, PUBLIC_PATHS } from './site.ts';
import { faqOf, isShown, readItems } from './texts.ts';

/** The operator's own picture that link previews show instead of the sample's. */
const CARD = 'hero-after';
const cardOf = ({ origin, pictures }: PublicSite) =>
  new URL(pictures[CARD] ?? cardPath, origin).href;

function structuredData(site: PublicSite): object {
  const { origin, brand, prices } = site;
  const faq = faqOf(site);
  const hasPrices = isShown(site, 'pricing');
  const offer = isShown(site, 'free-flight')
    ? readItems(site.texts.freeFlight).items[0]
    : undefined;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'LocalBusiness',
        '@id': `${origin}/#business`,
        name: brand.name,
        url: `${origin}/`,
        image: cardOf(site),
        email: brand.email,
        telephone: brand.phone,
        areaServed: brand.serviceArea,
        priceRange: hasPrices ? `$${prices.visit}` : undefined,
      },
      {
        '@type': 'Service',
        '@id': `${origin}/#service`,
        name: 'Drone construction monitoring',
        serviceType: 'Aerial construction progress monitoring',
        provider: { '@id': `${origin}/#business` },
        areaServed: brand.serviceArea,
        offers: hasPrices
          ? {
              '@type': 'Offer',
              price: prices.visit,
              priceCurrency: 'USD',
              description: `Per site visit. ${offer?.title ?? ''}`.trim(),
            }
          : undefined,
      },
      ...(faq.length > 0
        ? [
            {
              '@type': 'FAQPage',
              '@id': `${origin}/#faq`,
              mainEntity: faq.map(({ title, text }) => ({
                '@type': 'Question',
                name: title,
                acceptedAnswer: { '@type': 'Answer', text },
              })),
            },
          ]
        : []),
    ],
  };
}

type PageText = { title: string; description: string; path: string | null };

const textOf = (page: PublicPage, { texts }: PublicSite): PageText => {
  switch (page) {
    case 'landing':
      return {
        title: 'Drone construction monitoring',
        description: texts.introduction,
        path: PUBLIC_PATHS.home,
      };
    case 'contact':
      return {
        title: 'Contact',
        description: texts.contact,
        path: PUBLIC_PATHS.contact,
      };
    case 'portalDemo':
      return {
        title: 'Portal Demo',
        description: "A demo of the client portal is coming soon. Get notified when it's ready.",
        path: PUBLIC_PATHS.portalDemo,
      };
    case 'notFound':
      return {
        title: 'Page not found',
        description: "This page doesn't exist.",
        path: null,
      };
  }
};

export function headOf(page: PublicPage, site: PublicSite): string {
  const { origin, brand } = site;
  const text = textOf(page, site);
  const title =
    page === 'landing' ? `${brand.name} · ${text.title}` : `${text.title} · ${brand.name}`;
  const property = (name: string, content: string) => tag('meta', { property: name, content });
  const parts = [
    `<title>${escapeHtml(title)}</title>`,
    tag('meta', { name: 'description', content: text.description }),
  ];
  if (text.path === null)
    return [...parts, tag('meta', { name: 'robots', content: 'noindex' })].join('');
  const address = `${origin}${text.path}`;
  parts.push(
    tag('link', { rel: 'canonical', href: address }),
    property('og:type', 'website'),
    property('og:site_name', brand.name),
    property('og:title', title),
    property('og:description', text.description),
    property('og:url', address),
    property('og:image', cardOf(site)),
    ...(site.pictures[CARD]
      ? []
      : [
          property('og:image:width', '1200'),
          property('og:image:height', '630'),
          property('og:image:alt', cardText({ pictureLabel: pictureLabelOf(site) })),
        ]),
    tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
  );
  if (page === 'landing') {
    const json = jsonForScript(structuredData(site));
    parts.push(`<script type="application/ld+json">${json}</script>`);
  }
  return parts.join('');
}
