import type { Brand } from '#domain/public-site.ts';

/** The operator's name and contact, from the JSON that the server puts into `<meta name="brand">`. */
export const brand = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content ?? '{}',
) as Omit<Brand, 'color'>;
