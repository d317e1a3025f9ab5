import type { Brand } from '#domain/public-site.ts';

type Meta = { getAttribute(name: 'content'): string | null };
/** Tests and the server, which render parts of pages, have no document. */
const { document } = globalThis as { document?: { querySelector(of: string): Meta | null } };

/** The operator's brand, from the JSON that the server puts into `<meta name="brand">`; empty outside a page. */
export const brand = JSON.parse(
  document?.querySelector('meta[name="brand"]')?.getAttribute('content') ?? '{}',
) as Brand;
