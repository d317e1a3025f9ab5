import { latin1, viewOf } from './byte-source.ts';
import type { Tags } from '../flight-tags.ts';

/** Datasets of record 2 (IPTC IIM 4.2). */
const NAMES: Record<number, string> = {
  55: 'DateCreated',
  60: 'TimeCreated',
  62: 'DigitalCreationDate',
  63: 'DigitalCreationTime',
};
const IPTC_RESOURCE = 0x404;

/** The dates of an IPTC record, as they stand there: "20250801" and "090503+0200". */
export function readIptc(bytes: Uint8Array<ArrayBuffer>): Tags {
  const tags: Tags = {};
  const view = viewOf(bytes);
  for (let at = 0; at + 5 <= bytes.length && bytes[at] === 0x1c;) {
    const length = view.getUint16(at + 3);
    // A length of more than 15 bits belongs to pictures.
    if (length > 0x7fff) break;
    const name = bytes[at + 1] === 2 ? NAMES[bytes[at + 2] ?? 0] : undefined;
    if (name) tags[name] ??= latin1(bytes, at + 5, at + 5 + length);
    at += 5 + length;
  }
  return tags;
}

/** The IPTC record among the resources of Photoshop (Adobe Photoshop File Formats, "Image Resource Blocks"). */
export function iptcInPhotoshop(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const found = [];
  const view = viewOf(bytes);
  for (let at = 0; at + 12 <= bytes.length && latin1(bytes, at, at + 4) === '8BIM';) {
    const name = view.getUint8(at + 6) + 1;
    const size = at + 6 + name + (name % 2);
    if (size + 4 > bytes.length) break;
    const length = view.getUint32(size);
    const content = bytes.subarray(size + 4, size + 4 + length);
    if (view.getUint16(at + 4) === IPTC_RESOURCE) found.push(content);
    at = size + 4 + length + (length % 2);
  }
  return found;
}
