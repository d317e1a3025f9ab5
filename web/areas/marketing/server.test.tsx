import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PublicSite } from '#domain/public-site.ts';
import { SETTING_SCHEMAS, settingsIn } from '#domain/settings.ts';
import { readSite } from '#domain/site-settings.ts';
import { testConfig } from '#test/config.ts';
import template from '../../index.html?raw';
import list from './pictures.json' with { type: 'json' };
import { appRoutes, renderPublicPage } from './server.tsx';

const defaults = testConfig('/nowhere');
const site: PublicSite = {
  ...defaults.site,
  origin: 'https://photos.example',
  brand: {
    ...defaults.brand,
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
    const html = landing({ pictures: { who: '/brand/who.webp' } });
    expect(html).toContain('src="/brand/who.webp"');
    expect(html).not.toContain('/pictures/who-');
    expect(labels(html)).toBe(labels(landing()) - 1);
  });

  it('has a setting for each of its pictures', () => {
    const names = settingsIn('site').filter((name) => name.startsWith('SITE_PICTURE_'));
    const given = Object.fromEntries(names.map((name) => [name, '/brand/own.webp']));
    const { pictures } = readSite(z.object(SETTING_SCHEMAS).parse(given)).site;
    const shown = Object.keys(list.pictures).filter((name) => !name.endsWith('-tall'));
    expect(Object.keys(pictures).toSorted()).toEqual(shown.toSorted());
  });

  it("uses neutral alt texts for the operator's own pictures", () => {
    const names = ['hero-before', 'hero-after', 'who', 'week-2', 'week-4', 'week-6', 'week-8'];
    const pictures = Object.fromEntries(names.map((name) => [name, `/brand/${name}.webp`]));
    const html = landing({ pictures, brand: { ...site.brand, name: 'Sky' } });
    expect(html).toContain('src="/brand/who.webp" alt="A photo by Sky"');
    expect(html).toContain('src="/brand/hero-after.webp" alt="The same site after"');
    expect(html).toContain(
      'property="og:image" content="https://photos.example/brand/hero-after.webp"',
    );
    expect(html).not.toContain('og:image:alt');
    expect(html).toContain('>Before</span>');
    expect(html).toContain('Divider between before and after');
    expect(html).not.toMatch(/>Week \d+</);
  });

  it('lists the service area but no street address in structured data', () => {
    expect(structuredDataOf(landing())['@graph'][0]).toMatchObject({ areaServed: 'Waco' });
    expect(structuredDataOf(landing())['@graph'][0]).not.toHaveProperty('address');
  });
});

describe('an operator with other services', () => {
  const { texts, prices } = defaults.site;

  it('hides sections with the links to them and what they add for search engines', () => {
    const html = landing({ hidden: ['services', 'pricing', 'faq', 'portal-demo'] });
    expect(html).not.toMatch(/id="(services|pricing)"/);
    expect(html).not.toMatch(/href="(#services|#pricing|\/portal-demo)"/);
    expect(html).not.toMatch(/What does it cost|\$400|"Offer"|priceRange|FAQPage/);
    expect(html).toContain('href="#our-services"');
  });

  it('shows its own texts, escaped and with the service area', () => {
    const html = landing({
      texts: {
        ...texts,
        headline: 'Roofs & <towers>',
        introduction: 'Across {area}, {not} more.',
        howItWorks: 'Two steps.\nCall us | Any time.\nWe fly | A | B\nDropped |',
      },
    });
    expect(html).toContain('<h1 id="claim">Roofs &amp; &lt;towers&gt;</h1>');
    expect(html).toContain('<meta name="description" content="Across Waco, {not} more.">');
    expect(html).toContain('<h3>We fly</h3><p>A | B</p>');
    expect(html).toContain('<p>Two steps.</p>');
    expect(html).not.toContain('Dropped');
  });

  it('shows its prices everywhere, and no add-on that it does not offer', () => {
    const html = landing({ prices: { ...prices, visit: 1250, mapping: 0 } });
    expect(html).toContain(
      '$1,250 per site visit. Timelapse adds $50 per site per month. The first',
    );
    expect(html).toContain('data-calculator="{&quot;visit&quot;:1250,');
    expect(structuredDataOf(html)['@graph'][1]).toMatchObject({ offers: { price: 1250 } });
    expect(html).not.toContain('name="mapping"');
    expect(html).not.toContain('2D mapping adds');
  });

  it('shows only the message on missing pages of a site without public pages', () => {
    const html = renderPublicPage('notFound', { ...site, isPublic: false }, template);
    expect(html).not.toMatch(/<header|<footer/);
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
