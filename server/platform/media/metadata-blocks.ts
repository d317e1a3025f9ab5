import { open } from 'node:fs/promises';
import type { ByteSource } from '#domain/photo-file/byte-source.ts';
import { readPhotoBlocks } from '#domain/photo-file/photo-blocks.ts';
import type { PhotoType } from '#domain/files.ts';
import { photoMetadata, type PhotoMetadata as WrittenMetadata } from '#domain/photo-metadata.ts';
import { photoTypeOf } from './photo-type.ts';

/** What a photo says of itself, and what it is besides a picture. */
export type PhotoMetadata = WrittenMetadata & { photoType: PhotoType | null };

/**
 * Reads EXIF, XMP and IPTC of a JPEG, TIFF, DNG, PNG, WebP, AVIF or HEIC file. Damaged parts are null.
 * Throws only when the file can't be read.
 */
export async function readPhotoMetadata(
  path: string,
  siteTimeZone: string,
): Promise<PhotoMetadata> {
  const file = await open(path);
  try {
    const source: ByteSource = {
      size: (await file.stat()).size,
      async read(at, length) {
        const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, at);
        return buffer.subarray(0, bytesRead);
      },
    };
    const { blocks } = await readPhotoBlocks(source);
    const photoType = await photoTypeOf({ path, source, blocks });
    return { ...photoMetadata(blocks, siteTimeZone), photoType };
  } finally {
    await file.close();
  }
}
