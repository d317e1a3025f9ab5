import anyAscii from 'any-ascii';

/** Whether one of the fonts has a letter for a code point. */
export type Has = (codePoint: number) => boolean;

const PICTURE = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u;
/** What stands for a text of which nothing can be shown. */
const NOTHING = '–';

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A text in letters that there are. Emoji are left out, or named where there is nothing else; of other scripts it is
 * how they sound in Latin letters, roughly: '北京' is 'BeiJing'.
 */
export function readable(text: string, has: Has): string {
  const composed = text.normalize('NFC');
  const isShown = (part: string) =>
    Array.from(part).every((letter) => has(letter.codePointAt(0) ?? 0));
  if (isShown(composed)) return composed;
  const parts = [...clusters.segment(composed)].map(({ segment }) => {
    if (isShown(segment)) return segment;
    return PICTURE.test(segment) ? '' : anyAscii(segment);
  });
  const shown = tidy(parts.join(''));
  return shown || tidy(anyAscii(composed).replaceAll(/[:_]/g, ' ')) || NOTHING;
}

/** Without the spaces around what was left out. */
const tidy = (text: string) =>
  text
    .replaceAll(/ {2,}/g, ' ')
    .replaceAll(/ (?=[:;,.!?)])/g, '')
    .trim();
