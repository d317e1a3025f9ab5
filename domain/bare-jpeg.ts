const XMP = 'http://ns.adobe.com/xap/1.0/\0';
const START = [0xff, 0xd8];
const END = [0xff, 0xda, 0, 2, 0xff, 0xd9];
/** What a segment has room for, with its length of two bytes (ITU T.81, annex B). */
const MOST_BYTES = 0xffff;

const bytesOf = (text: string) => Array.from(text, (sign) => sign.charCodeAt(0));

function segment(name: string, content: Uint8Array | undefined): Uint8Array {
  const length = 2 + name.length + (content?.length ?? 0);
  if (!content || length > MOST_BYTES) return new Uint8Array();
  return joined([Uint8Array.of(0xff, 0xe1, length >> 8, length & 0xff, ...bytesOf(name)), content]);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/**
 * A JPEG of nothing but metadata, the form in which exifr takes EXIF and XMP that were found in another
 * container (EXIF 2.32, 4.5.4; XMP part 3, 1.1.3). What a segment has no room for is left out.
 */
export function bareJpeg(
  exif: Uint8Array | undefined,
  xmp: Uint8Array | undefined,
): Uint8Array<ArrayBuffer> {
  const isNamed = exif !== undefined && String.fromCharCode(...exif.subarray(0, 4)) === 'Exif';
  return joined([
    Uint8Array.from(START),
    segment(isNamed ? '' : 'Exif\0\0', exif),
    segment(XMP, xmp),
    Uint8Array.from(END),
  ]);
}
