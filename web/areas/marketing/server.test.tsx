import { describe, expect, it } from 'vitest';
import type { PublicSite } from '#domain/public-site.ts';
import { testConfig } from '#test/config.ts';
import template from '../../index.html?raw';
import { appRoutes, renderPublicPage } from './server.tsx';

const site: PublicSite = {
  origin: 'https://photos.example',
  brand: {
    ...testConfig('/nowhere').brand,
    name: `O'Brien & "Sons" </script>$&`,
    email: 'fly@obrien.example',
    phone: '+1 (254) 555-0199',
    serviceArea: 'Waco',
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
  it('escapes special characters in the brand name', () => {
    const html = landing();
    expect(html).toContain('O&#x27;Brien &amp; &quot;Sons&quot; &lt;/script&gt;$&amp;');
    expect(html).not.toContain('Sons" </script>');
    expect(html).toContain('href="tel:+12545550199"');
    expect(html).toContain('href="mailto:fly@obrien.example"');
    expect(structuredDataOf(html)['@graph'][0]).toMatchObject({
      name: site.brand.name,
      telephone: site.brand.phone,
    });
  });

  it('uses absolute URLs for the canonical link and the preview picture', () => {
    const html = landing();
    expect(html).toContain('<link rel="canonical" href="https://photos.example/">');
    expect(html).toMatch(/property="og:image" content="https:\/\/photos\.example\/pictures\/card/);
  });

  it('labels sample pictures as samples in the demo, as illustrations otherwise', () => {
    expect(landing()).toContain('<b>Sample site</b>');
    const installed = landing({ isDemo: false });
    expect(installed).toContain('<b>Illustration</b>');
    expect(installed).not.toMatch(/sample/i);
    expect(installed).toContain('alt="A computer-generated construction site from directly above"');
    for (const page of ['contact', 'portalDemo', 'notFound'] as const) {
      expect(renderPublicPage(page, { ...site, isDemo: false }, template)).not.toMatch(/sample/i);
    }
  });

  it("replaces sample pictures with the operator's own and drops their labels", () => {
    const labels = (html: string) => html.split('<b>Sample site</b>').length - 1;
    const html = landing({ pictures: { who: '/brand-pictures/who.webp?v=1' } });
    expect(html).toContain('src="/brand-pictures/who.webp?v=1"');
    expect(html).not.toContain('/pictures/who-');
    expect(labels(html)).toBe(labels(landing()) - 1);
  });

  it("uses neutral alt texts for the operator's own pictures", () => {
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

  it('lists the service area but no street address in structured data', () => {
    expect(structuredDataOf(landing())['@graph'][0]).toMatchObject({ areaServed: 'Waco' });
    expect(structuredDataOf(landing())['@graph'][0]).not.toHaveProperty('address');
  });
});

describe('without JavaScript', () => {
  it('the contact form cannot be submitted, so typed text never ends up in the URL', () => {
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

  it('the calculator explains that its sliders need JavaScript', () => {
    expect(landing()).toMatch(/<noscript>[^<]*<p[^>]*>[^<]*need JavaScript/);
  });
});

describe('the other public pages', () => {
  it('link to sections of the landing page', () => {
    for (const page of ['contact', 'portalDemo', 'notFound'] as const) {
      expect(renderPublicPage(page, site, template)).toContain('href="/#pricing"');
    }
  });

  it('have a canonical URL, except the not-found page', () => {
    expect(renderPublicPage('contact', site, template)).toContain(
      '<link rel="canonical" href="https://photos.example/contact">',
    );
    const missing = renderPublicPage('notFound', site, template);
    expect(missing).toContain('<meta name="robots" content="noindex">');
    expect(missing).not.toContain('canonical');
  });
});

it('the server knows the routes of the app', () => {
  expect(appRoutes).toContain('/dashboard');
  expect(appRoutes).toContain('/operator/companies/$companyId');
});
