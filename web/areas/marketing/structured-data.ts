import type { Brand } from '#domain/public-site.ts';
import { PRICING } from '#domain/pricing.ts';
import { FAQ } from './faq.ts';
import { cardPath } from './picture.tsx';

type Input = { origin: string; brand: Brand };

/** What the landing page tells search engines, as https://schema.org terms. */
export const structuredData = ({ origin, brand }: Input): object => ({
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
