import { describe, expect, it } from 'vitest';
import { createDecoder } from '#server/platform/media/decoder.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { examineFile } from './file-types.ts';

const folder = temporaryFolder();
const refused = async (name: string, content: Uint8Array | string) => {
  const path = await folder.write(name, content);
  return examineFile(createDecoder(), path, name, content.length).catch((error: unknown) => error);
};

describe('an unsupported file', () => {
  it('lists the supported pictures if it is a picture', async () => {
    const raw = Buffer.from('II*\0\x10\0\0\0CR\x02\0', 'latin1');
    expect(await refused('IMG_0001.jpg', raw)).toMatchObject({
      code: 'FILE_TYPE_NOT_SUPPORTED',
      message:
        'This is a file of type CR2 (image/x-canon-cr2). Supported image formats are JPEG, HEIC, PNG, WebP, AVIF, GIF, TIFF and DNG.',
    });
  });

  it.each([
    [
      'gcp.CSV',
      'This is not a text file, although its name ends in .csv. It may be damaged, encrypted or renamed.',
    ],
    [
      'plan.pdf',
      'This type of file is not recognized. Its name ends in .pdf, but its content does not match. It may be damaged or renamed.',
    ],
    [
      'model.ifc',
      'This type of file is not recognized. You can upload photos, videos, GeoTIFF maps, and PDF, Word, SRT, CSV, TXT and KML files.',
    ],
  ])('explains what is wrong with %s instead of listing supported types', async (name, message) => {
    const encrypted = Buffer.from(`6a01000000000000${'0c9f3381fe'.repeat(20)}`, 'hex');
    expect(await refused(name, encrypted)).toMatchObject({
      code: 'FILE_TYPE_NOT_SUPPORTED',
      message,
    });
  });

  it('lists all supported types if it is something else', async () => {
    const page = '<!doctype html><html><body>Hello</body></html>';
    expect(await refused('page.html', page)).toMatchObject({
      code: 'FILE_TYPE_NOT_SUPPORTED',
      message:
        'This is a file of type HTML (text/html). You can upload photos, videos, GeoTIFF maps, and PDF, Word, SRT, CSV, TXT and KML files.',
    });
  });
});

it('keeps an encrypted DJI flight record as a document for staff', async () => {
  const name = 'DJIFlightRecord_2025-08-01_[10-00-00].txt';
  const path = await folder.write(name, Buffer.from('6a010000000000000c9f3381fe', 'hex'));
  expect(await examineFile(createDecoder(), path, name, 13)).toEqual({
    mime: 'application/octet-stream',
    kind: 'document',
    isForClients: false,
  });
});
