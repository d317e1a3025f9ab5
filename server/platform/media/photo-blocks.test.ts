import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { readPhotoBlocks } from '#domain/photo-file/photo-blocks.ts';
import { exifOf, jpegOf, jpegSegment, TYPE } from '#test/fixtures/exif.ts';

const XMP = 'http://ns.adobe.com/xap/1.0/\0';
const EXIF = 'Exif\0\0';
const GPS = 0x8825;
const SUB = 0x14a;

const read = (bytes: Buffer) =>
  readPhotoBlocks({
    size: bytes.length,
    read: (at, length) => Promise.resolve(Uint8Array.from(bytes.subarray(at, at + length))),
  });
const packet = (namespaces: string, properties: string) =>
  '<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">' +
  '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  `<rdf:Description rdf:about="" ${namespaces} ${properties}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
const DJI = 'xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/"';
const drone = packet(DJI, 'drone-dji:GimbalPitchDegree="-90.00"/>');

const CUT = drone.indexOf('PitchDegree');

/** A part of extended XMP starts with GUID, length and offset. */
function extended(text: string, offset: number): Buffer {
  const head = Buffer.alloc(40, 'A');
  head.writeUInt32BE(drone.length, 32);
  head.writeUInt32BE(offset, 36);
  return jpegSegment(
    'http://ns.adobe.com/xmp/extension/\0',
    Buffer.concat([head, Buffer.from(text)]),
  );
}

function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
const png = (...chunks: Buffer[]) =>
  Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);

test.each([
  ['a packet', jpegOf(jpegSegment(XMP, drone))],
  ['a second packet', jpegOf(jpegSegment(XMP, packet('', '/>')), jpegSegment(XMP, drone))],
  ['a packet after a damaged one', jpegOf(jpegSegment(XMP, '<a></b>'), jpegSegment(XMP, drone))],
  [
    'extended XMP',
    jpegOf(
      jpegSegment(XMP, packet('', '/>')),
      extended(drone.slice(0, CUT), 0),
      extended(drone.slice(CUT), CUT),
    ),
  ],
  ['a TIFF directory', exifOf([[700, TYPE.byte, Buffer.from(drone)]])],
  ['a DNG subdirectory', exifOf([], { [SUB]: [[700, TYPE.byte, Buffer.from(drone)]] })],
  ['a PNG text', png(pngChunk('iTXt', Buffer.from(`XML:com.adobe.xmp\0\0\0\0\0${drone}`)))],
  [
    'elements',
    jpegOf(
      jpegSegment(
        XMP,
        packet(
          DJI,
          '><drone-dji:GimbalPitchDegree>-90.00</drone-dji:GimbalPitchDegree></rdf:Description>',
        ),
      ),
    ),
  ],
  [
    'another prefix',
    jpegOf(
      jpegSegment(
        XMP,
        drone.replaceAll('drone-dji:', 'ns1:').replace('xmlns:drone-dji', 'xmlns:ns1'),
      ),
    ),
  ],
])("a drone's XMP is read from %s", async (_from, bytes) => {
  const { blocks } = await read(bytes);
  expect(blocks.xmp).toMatchObject({ GimbalPitchDegree: '-90.00' });
});

const CAMERA = exifOf([[0x110, TYPE.text, 'M3E']]);
test.each([
  ['a JPEG', jpegOf(jpegSegment(EXIF, CAMERA))],
  ['a JPEG with fill bytes', jpegOf(Buffer.from([0xff, 0xff]), jpegSegment(EXIF, CAMERA))],
  ['a PNG', png(pngChunk('eXIf', CAMERA))],
])('EXIF is read from %s', async (_from, bytes) => {
  expect((await read(bytes)).blocks.exif).toMatchObject({ Model: 'M3E' });
});

test.each([
  ['a fraction', TYPE.rational, 48.1371],
  ['a signed fraction', TYPE.signedRational, -33.858],
  ['a double', TYPE.double, 48.1371],
  ['fractions', TYPE.rational, [48, 8, 13.56]],
])('EXIF numbers are read as %s', async (_as, type, value) => {
  const { blocks } = await read(exifOf([], { [GPS]: [[2, type, value]] }));
  expect(blocks.exif).toMatchObject({ GPSLatitude: value });
});

test('IPTC dates are read from Photoshop resources', async () => {
  const dataset = (number: number, text: string) =>
    Buffer.from([0x1c, 2, number, 0, text.length, ...Buffer.from(text)]);
  const iptc = Buffer.concat([dataset(55, '20250801'), dataset(60, '090503+0200')]);
  const resource = (id: number, content: Buffer) =>
    Buffer.concat([
      Buffer.from([...Buffer.from('8BIM'), id >> 8, id & 255, 0, 0, 0, 0, 0, content.length]),
      content,
    ]);
  const resources = Buffer.concat([resource(0x3ed, Buffer.alloc(4)), resource(0x404, iptc)]);
  const { blocks } = await read(jpegOf(jpegSegment('Photoshop 3.0\0', resources, 0xed)));
  expect(blocks.iptc).toMatchObject({
    'Date Created': '2025-08-01',
    'Time Created': '09:05:03+02:00',
  });
});
