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

/** Null for pictures that weren't uploaded here. */
export function pictureSize(url: string): { width: number; height: number } | null {
  const [found, width, height] = /^\/brand\/[\da-f]{32}-(\d+)x(\d+)\.\w+$/.exec(url) ?? [];
  return found ? { width: Number(width), height: Number(height) } : null;
}

const WIDE = 2.5;

/** Whether it has the shape of a name. */
export function isWide(url: string): boolean {
  const { width, height } = pictureSize(url) ?? { width: 1, height: 1 };
  return width / height >= WIDE;
}

export const ICON_SIZES = [48, 180, 192, 512] as const;

/** A square icon made from an uploaded logo; null for other logos. */
export const iconUrl = (logoUrl: string, size: (typeof ICON_SIZES)[number]): string | null =>
  pictureSize(logoUrl) && logoUrl.replace(/-\d+x\d+\.\w+$/, `-icon${size}.png`);
