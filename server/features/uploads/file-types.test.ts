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
    const raw = Buffer.from('II*\0\x10\0\0\0CR\x02\0', 'latin1');
    expect(await refused('IMG_0001.jpg', raw)).toMatchObject({
      code: 'FILE_TYPE_NOT_SUPPORTED',
      message:
        'This is a file of type CR2 (image/x-canon-cr2). Supported image formats are JPEG, HEIC, PNG, WebP, AVIF, GIF, TIFF and DNG.',
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
