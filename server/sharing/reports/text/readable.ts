import anyAscii from 'any-ascii';

export type HasGlyph = (codePoint: number) => boolean;

const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u;
const PLACEHOLDER = '–';

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Romanizes scripts without a font ('北京' becomes 'BeiJing') and removes emoji, or names them if nothing else is left.
 */
export function replaceMissingGlyphs(text: string, has: HasGlyph): string {
  const composed = text.normalize('NFC');
  const isShown = (part: string) =>
    Array.from(part).every((letter) => has(letter.codePointAt(0) ?? 0));
  if (isShown(composed)) return composed;
  const parts = [...clusters.segment(composed)].map(({ segment }) => {
    if (isShown(segment)) return segment;
    return PICTURE.test(segment) ? '' : anyAscii(segment);
  });
  const shown = collapseSpaces(parts.join(''));
  return shown || collapseSpaces(anyAscii(composed).replaceAll(/[:_]/g, ' ')) || PLACEHOLDER;
}

const collapseSpaces = (text: string) =>
  text
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/ (?=[:;,.!?)])/g, '')
    .trim();
