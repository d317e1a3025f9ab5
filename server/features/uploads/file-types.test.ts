import { describe, expect, it } from 'vitest';
import { createDecoder } from '#server/platform/media/decoder.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { examineFile } from './file-types.ts';

const folder = temporaryFolder();
const refused = async (name: string, content: Uint8Array | string) => {
  const path = await folder.write(name, content);
  return examineFile(createDecoder(), path, name, content.length).catch((error: unknown) => error);
};

describe('a file that cannot be taken', () => {
  it('is told which pictures are taken, when it is one', async () => {
    // ISO base media header with a brand (ISO/IEC 14496-12, 4.3).
    const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0heicmif1', 'latin1');
    expect(await refused('IMG_0001.HEIC', heic)).toMatchObject({
      code: 'FILE_TYPE_NOT_SUPPORTED',
      message:
        'This is a file of type HEIC (image/heic). Supported image formats are JPEG, PNG, WebP, AVIF, GIF and TIFF.',
    });
  });

  it('is told what is taken at all, when it is something else', async () => {
    const page = '<!doctype html><html><body>Hello</body></html>';
    expect(await refused('page.html', page)).toMatchObject({
      code: 'FILE_TYPE_NOT_SUPPORTED',
      message:
        'This is a file of type HTML (text/html). You can upload photos, videos, GeoTIFF maps, and PDF, Word, SRT, CSV, TXT and KML files.',
    });
  });
});
