import { expect, test } from 'vitest';
import { readPhoto } from './read-photo.ts';

const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description rdf:about="" xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" ' +
  'drone-dji:GpsLatitude="30.2672" drone-dji:GpsLongitude="-97.7431"/></rdf:RDF></x:xmpmeta>';

function chunk(name: string, content: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const size = new DataView(new ArrayBuffer(4));
  size.setUint32(0, content.length, true);
  const padding = new Uint8Array(content.length % 2);
  return [new TextEncoder().encode(name), new Uint8Array(size.buffer), content, padding];
}

test('reads the place stored after the picture of a WebP photo', async () => {
  const parts = [
    ...chunk('VP8X', Uint8Array.of(4, 0, 0, 0, 63, 0, 0, 31, 0, 0)),
    ...chunk('VP8 ', new Uint8Array(99)),
    ...chunk('XMP ', new TextEncoder().encode(XMP)),
  ];
  const body = new Uint8Array(await new Blob(['WEBP', ...parts]).arrayBuffer());
  const file = new File(chunk('RIFF', body), 'photo.webp');
  const { photo, pixels } = await readPhoto(file, 'photo.webp', 'Europe/Berlin');
  expect(photo.place).toEqual({ latitude: 30.2672, longitude: -97.7431 });
  expect(pixels).toBe(64 * 32);
});

test('takes the lens from the file name if the metadata has none', async () => {
  const name = 'DJI_20250801100000_0001_Z.JPG';
  const { photo } = await readPhoto(new File([new Uint8Array([0xff, 0xd8])], name), name, 'UTC');
  expect(photo).toMatchObject({ lens: 'zoom' });
});
