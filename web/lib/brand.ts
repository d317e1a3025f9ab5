export type Brand = {
  name: string;
  email: string;
  phone: string;
  serviceArea: string;
  /** A path of this site or an https address. */
  logoUrl: string;
};

/**
 * The operator's own name and contact, under which the product appears: the `content` of
 * `<meta name="brand">`, the JSON that the server puts into the page.
 */
export const brand = JSON.parse(
  document.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content ?? '{}',
) as Brand;
