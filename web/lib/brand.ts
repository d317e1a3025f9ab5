import type { Brand } from '#domain/public-site.ts';

/**
 * The operator's own name and contact, under which the product appears: the `content` of
 * `<meta name="brand">`, the JSON that the server puts into the page.
 */
export const brand = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content ?? '{}',
) as Omit<Brand, 'color'>;
