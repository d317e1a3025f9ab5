import { escapeHtml } from '#domain/html.ts';
import type { PublicPage, PublicSite, Brand } from '#domain/public-site.ts';
import { jsonForScript, tag } from '#web/lib/document.ts';
import { cardPath, cardText } from './picture.tsx';
import { pictureLabelOf, PUBLIC_PATHS } from './site.ts';
import { PRICING } from '#domain/pricing.ts';
import { FAQ } from './faq.ts';

type Input = { origin: string; brand: Brand };

const structuredData = ({ origin, brand }: Input): object => ({
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'LocalBusiness',
      '@id': `${origin}/#business`,
      name: brand.name,
      url: `${origin}/`,
      image: `${origin}${cardPath}`,
      email: brand.email,
      telephone: brand.phone,
      areaServed: brand.serviceArea,
      priceRange: `$${PRICING.visit}`,
    },
    {
      '@type': 'Service',
      '@id': `${origin}/#service`,
      name: 'Drone construction monitoring',
      serviceType: 'Aerial construction progress monitoring',
      provider: { '@id': `${origin}/#business` },
      areaServed: brand.serviceArea,
      offers: {
        '@type': 'Offer',
        price: PRICING.visit,
        priceCurrency: 'USD',
        description: 'Per site visit. The first flight is free.',
      },
    },
    {
      '@type': 'FAQPage',
      '@id': `${origin}/#faq`,
      mainEntity: FAQ.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ],
});

type PageText = { title: string; description: string; path: string | null };

const textOf = (page: PublicPage, area: string): PageText => {
  switch (page) {
    case 'landing':
      return {
        title: 'Drone construction monitoring',
        description: `Aerial photos, video and maps of your construction site in the ${area}: the same angles every visit, in your team's portal within 36 hours. First flight free.`,
        path: PUBLIC_PATHS.home,
      };
    case 'contact':
      return {
        title: 'Contact',
        description: `Request a free first flight over your construction site in the ${area}. We respond within 24 hours on business days.`,
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
  const text = textOf(page, brand.serviceArea);
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
    property('og:image', `${origin}${cardPath}`),
    property('og:image:width', '1200'),
    property('og:image:height', '630'),
    property('og:image:alt', cardText({ pictureLabel: pictureLabelOf(site) })),
    tag('meta', { name: 'twitter:card', content: 'summary_large_image' }),
  );
  if (page === 'landing') {
    const json = jsonForScript(structuredData({ origin, brand }));
    parts.push(`<script type="application/ld+json">${json}</script>`);
  }
  return parts.join('');
}
