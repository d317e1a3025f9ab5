import { z } from 'zod';

/** Pictures that admins upload for the site. `side` is the longest side in pixels; larger pictures are reduced. */
export const PICTURE_USES = {
  logo: { side: 512, maxBytes: 1024 ** 2, type: 'png' },
  photo: { side: 2400, maxBytes: 20 * 1024 ** 2, type: 'webp' },
} as const;

export const PictureUse = z.enum(
  Object.keys(PICTURE_USES) as [keyof typeof PICTURE_USES, ...(keyof typeof PICTURE_USES)[]],
);
export type PictureUse = z.infer<typeof PictureUse>;

/** The product's own. */
export const OWN_LOGO = '/favicon.svg';

/** Of an uploaded picture; null for others. */
export function uploadedPicture(url: string) {
  const [, hash, width, height] = /^\/brand\/([\da-f]{32})-(\d+)x(\d+)\.\w+$/.exec(url) ?? [];
  return hash === undefined ? null : { hash, width: Number(width), height: Number(height) };
}

const WIDE = 2.5;

/** Whether it has the shape of a name. */
export function isWide(url: string): boolean {
  const { width, height } = uploadedPicture(url) ?? { width: 1, height: 1 };
  return width / height >= WIDE;
}

export const ICON_SIZES = [48, 180, 192, 512] as const;

/** A square icon made from an uploaded logo; null for other logos. */
export const iconUrl = (logoUrl: string, size: (typeof ICON_SIZES)[number]): string | null =>
  uploadedPicture(logoUrl) && logoUrl.replace(/-\d+x\d+\.\w+$/, `-icon${size}.png`);
