import { z } from 'zod';

const Brand = z.object({
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  serviceArea: z.string(),
  /** A path of this site or an https address. */
  logoUrl: z.string(),
});
export type Brand = z.infer<typeof Brand>;

/** Reads the brand from the `content` of `<meta name="brand">`, the JSON the server puts into the page. */
const parseBrand = (content: string): Brand => Brand.parse(JSON.parse(content));

/** The operator's own name and contact, under which the product appears. */
export const brand: Brand = parseBrand(
  document.querySelector<HTMLMetaElement>('meta[name="brand"]')?.content ?? '{}',
);
