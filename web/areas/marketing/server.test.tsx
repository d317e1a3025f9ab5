import { describe, expect, it } from 'vitest';
import type { PublicSite } from '#domain/public-site.ts';
import template from '../../index.html?raw';
import { appRoutes, renderPublicPage } from './server.tsx';

const site: PublicSite = {
  origin: 'https://photos.example',
  brand: {
    name: `O'Brien & "Sons" </script>$&`,
    email: 'fly@obrien.example',
    phone: '+1 (254) 555-0199',
    serviceArea: 'Waco',
    logoUrl: '/logo.svg',
    color: '#123456',
  },
  isDemo: true,
  pictures: {},
};
const landing = (changes: Partial<PublicSite> = {}) =>
  renderPublicPage('landing', { ...site, ...changes }, template);

const structuredDataOf = (html: string) => {
  const json = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  return JSON.parse(json) as { '@graph': { name?: string; telephone?: string }[] };
};

describe('the landing page', () => {
  it('shows the brand as text, whatever its letters are', () => {
    const html = landing();
    expect(html).toContain('O&#x27;Brien &amp; &quot;Sons&quot; &lt;/script&gt;$&amp;');
    expect(html).not.toContain('Sons" </script>');
    expect(html).toContain('href="tel:+12545550199"');
    expect(html).toContain('href="mailto:fly@obrien.example"');
    expect(html).toContain('--brand:#123456');
    expect(structuredDataOf(html)['@graph'][0]).toMatchObject({
      name: site.brand.name,
      telephone: site.brand.phone,
    });
  });

  it('names its own address and that of its card in full', () => {
    const html = landing();
    expect(html).toContain('<link rel="canonical" href="https://photos.example/">');
    expect(html).toMatch(/property="og:image" content="https:\/\/photos\.example\/pictures\/card/);
  });

  it('calls the pictures of the sample site what they are', () => {
    expect(landing()).toContain('<b>Sample site</b>');
    const plain = landing({ isDemo: false });
    expect(plain).toContain('<b>Illustration</b>');
    expect(plain).not.toMatch(/sample/i);
    expect(plain).toContain('alt="A computer-generated construction site straight from above"');
    for (const page of ['contact', 'portalDemo', 'notFound'] as const) {
      expect(renderPublicPage(page, { ...site, isDemo: false }, template)).not.toMatch(/sample/i);
    }
  });

  it("shows the operator's own pictures in their places, without a label", () => {
    const labels = (html: string) => html.split('<b>Sample site</b>').length - 1;
    const html = landing({ pictures: { who: '/brand-pictures/who.webp?v=1' } });
    expect(html).toContain('src="/brand-pictures/who.webp?v=1"');
    expect(html).not.toContain('/pictures/who-');
    expect(labels(html)).toBe(labels(landing()) - 1);
  });

  it("says nothing of the sample site about the operator's own pictures", () => {
    const names = ['hero-before', 'hero-after', 'who', 'week-2', 'week-4', 'week-6', 'week-8'];
    const pictures = Object.fromEntries(
      names.map((name) => [name, `/brand-pictures/${name}.webp`]),
    );
    const html = landing({ pictures, brand: { ...site.brand, name: 'Sky' } });
    expect(html).toContain('src="/brand-pictures/who.webp" alt="A photo by Sky"');
    expect(html).toContain('src="/brand-pictures/hero-after.webp" alt="The same site after"');
    expect(html).toContain('>Before</span>');
    expect(html).toContain('Divider between before and after');
    expect(html).not.toMatch(/>Week \d+</);
  });

  it('names no place of the business but the area it serves', () => {
    expect(structuredDataOf(landing())['@graph'][0]).toMatchObject({ areaServed: 'Waco' });
    expect(structuredDataOf(landing())['@graph'][0]).not.toHaveProperty('address');
  });
});

describe('without JavaScript', () => {
  it('nothing typed goes into an address: the form is sent by the script alone', () => {
    for (const page of ['landing', 'contact'] as const) {
      const html = renderPublicPage(page, site, template);
      expect(html).toMatch(/<button type="submit"[^>]* disabled=""[^>]*>Send Message/);
      const notes = [...html.matchAll(/<noscript>(.*?)<\/noscript>/gs)].map(([, note]) => note);
      expect(notes).toContainEqual(
        expect.stringMatching(
          /This form needs JavaScript. You can also email <a href="mailto:fly@obrien/,
        ),
      );
    }
  });

  it('the calculator says that its price stands still', () => {
    expect(landing()).toMatch(/<noscript>[^<]*<p[^>]*>[^<]*need JavaScript/);
  });
});

describe('the other public pages', () => {
  it('lead to the sections of the landing page', () => {
    for (const page of ['contact', 'portalDemo', 'notFound'] as const) {
      expect(renderPublicPage(page, site, template)).toContain('href="/#pricing"');
    }
  });

  it('have a canonical address, but the one for what is missing', () => {
    expect(renderPublicPage('contact', site, template)).toContain(
      '<link rel="canonical" href="https://photos.example/contact">',
    );
    const missing = renderPublicPage('notFound', site, template);
    expect(missing).toContain('<meta name="robots" content="noindex">');
    expect(missing).not.toContain('canonical');
  });
});

it('the server hears of every screen of the app', () => {
  expect(appRoutes).toContain('/dashboard');
  expect(appRoutes).toContain('/operator/companies/$companyId');
});
