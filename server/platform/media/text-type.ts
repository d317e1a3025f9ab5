import { isTelemetryText } from '#domain/telemetry.ts';

export type TextType = { mime: string; extension: string; isTelemetry?: true };

const PLAIN: TextType = { mime: 'text/plain', extension: 'txt' };
const SUBRIP: TextType = { mime: 'application/x-subrip', extension: 'srt' };

/** A number, then a time span; the first DJI firmware writes a date instead. */
const SUBTITLES =
  /^\s*\d+\s*\r?\n\s*(?:\d\d:\d\d:\d\d[,.]\d{1,3}\s*-->|\d{4}[.-]\d\d[.-]\d\d \d\d:\d\d:\d\d[,.])/;
const WELL_KNOWN_TEXT = /^\s*(?:PROJCS|GEOGCS|COMPD_CS|PROJCRS|GEOGCRS|COMPOUNDCRS)\[/;
const XML_ROOTS: Record<string, TextType> = {
  kml: { mime: 'application/vnd.google-earth.kml+xml', extension: 'kml' },
  gpx: { mime: 'application/gpx+xml', extension: 'gpx' },
  svg: { mime: 'image/svg+xml', extension: 'svg' },
  html: { mime: 'text/html', extension: 'html' },
};

/** Returns null if the bytes aren't text. Unless `complete`, `head` may end inside a character. */
export function textTypeOf(head: Buffer, complete: boolean): TextType | null {
  const text = decode(head, complete);
  if (text === null) return null;
  const isSubtitles = SUBTITLES.test(text);
  const type = isSubtitles ? SUBRIP : typeOfText(text);
  return isTelemetryText(text, isSubtitles) ? { ...type, isTelemetry: true } : type;
}

function typeOfText(text: string): TextType {
  if (WELL_KNOWN_TEXT.test(text)) return { ...PLAIN, extension: 'prj' };
  const trimmed = text.trimStart();
  if (trimmed.startsWith('<')) return markupType(trimmed);
  if (/^\{\s*"|^\[\s*[{["\d-]|^[[{]\s*[\]}]\s*$/.test(trimmed)) return jsonType(trimmed);
  return isTable(text) ? { mime: 'text/csv', extension: 'csv' } : PLAIN;
}

function decode(head: Buffer, complete: boolean): string | null {
  const text = decodeUnicode(head, complete) ?? decodeWestern(head);
  // eslint-disable-next-line no-control-regex -- control characters indicate binary data
  return text === null || /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text) ? null : text;
}

const BYTE_ORDER_MARKS: Record<string, string> = { fffe: 'utf-16le', feff: 'utf-16be' };

function decodeUnicode(head: Buffer, complete: boolean): string | null {
  const encoding = BYTE_ORDER_MARKS[head.toString('hex', 0, 2)] ?? 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(head, { stream: !complete });
  } catch {
    return null;
  }
}

/** Windows "ANSI" text, such as spreadsheet exports, is still mostly ASCII. */
function decodeWestern(head: Buffer): string | null {
  const foreign = head.filter((byte) => byte > 0x7e).length;
  if (foreign > head.length / 4) return null;
  const text = new TextDecoder('windows-1252').decode(head);
  return /[\u007f-\u009f]/.test(text) ? null : text;
}

function markupType(text: string): TextType {
  const root = /<(?:[a-z][\w.-]*:)?([a-z][\w.-]*)[\s>/]/i.exec(
    text.replace(/<!--.*?-->/gs, ''),
  )?.[1];
  const known = root ? XML_ROOTS[root.toLowerCase()] : undefined;
  if (known) return known;
  if (/^<!doctype html/i.test(text)) return { mime: 'text/html', extension: 'html' };
  return text.startsWith('<?xml') ? { mime: 'application/xml', extension: 'xml' } : PLAIN;
}

function jsonType(text: string): TextType {
  const geo = /"type"\s*:\s*"(?:FeatureCollection|Feature|GeometryCollection)"/.test(text);
  return geo
    ? { mime: 'application/geo+json', extension: 'geojson' }
    : { mime: 'application/json', extension: 'json' };
}

function isTable(text: string): boolean {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  const [first, second] = lines.map((line) => line.replace(/"[^"]*"/g, ''));
  if (first === undefined || second === undefined) return false;
  return [',', ';', '\t'].some((separator) => {
    const columns = first.split(separator).length;
    return columns > 1 && second.split(separator).length === columns;
  });
}
