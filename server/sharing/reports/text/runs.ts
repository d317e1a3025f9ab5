import bidiFactory, { type Bidi, type EmbeddingLevels } from 'bidi-js';

// The package's types describe its browser build.
const bidi = (bidiFactory as unknown as () => Bidi)();
const RIGHT_TO_LEFT = /\p{Script_Extensions=Hebrew}|\p{Script_Extensions=Arabic}/u;

export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

export type Run<Face> = { text: string; face: Face };

/** Text with its embedding levels (Unicode Bidirectional Algorithm, UAX #9). */
export type BidiText = { text: string; levels: EmbeddingLevels };

export const bidiText = (text: string, direction: 'ltr' | 'rtl' | 'auto' = 'auto'): BidiText => ({
  text,
  levels: bidi.getEmbeddingLevels(text, direction),
});

export const directionOf = ({ levels }: BidiText): 'ltr' | 'rtl' =>
  levels.paragraphs[0]?.level === 1 ? 'rtl' : 'ltr';

function sliceBidi({ text, levels }: BidiText, [start, end]: readonly [number, number]): BidiText {
  const level = levels.paragraphs[0]?.level ?? 0;
  return {
    text: text.slice(start, end),
    levels: {
      levels: levels.levels.slice(start, end),
      paragraphs: [{ start: 0, end: end - start - 1, level }],
    },
  };
}

/** In visual order. Reverses only letters that aren't Hebrew or Arabic, because fonts reverse those. */
export function runsOf<Face>(
  of: BidiText,
  part: readonly [number, number],
  faceOf: (letter: string) => Face,
): Run<Face>[] {
  const { text, levels } = sliceBidi(of, part);
  if (text === '') return [];
  const order = bidi.getReorderedIndices(text, levels);
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels);
  const runs: (Run<Face> & { isTurned: boolean; isSpace: boolean })[] = [];
  for (const index of order) {
    const letter = mirrored.get(index) ?? text.charAt(index);
    const isTurned = (levels.levels[index] ?? 0) % 2 === 1;
    const isSpace = letter.trim() === '';
    // Each Arabic digit is a separate run; within a run, fonts would reverse them, but they read left to right.
    const isAlone = !isTurned && hasRightToLeft(letter);
    const last = isAlone ? undefined : runs.at(-1);
    const face = faceOf(letter);
    if (last?.face === face && last.isTurned === isTurned && last.isSpace === isSpace) {
      last.text = isTurned ? letter + last.text : last.text + letter;
    } else {
      runs.push({ text: letter, face, isTurned, isSpace });
    }
  }
  return runs.map(({ text: read, face, isTurned }) => ({
    text: isTurned && !hasRightToLeft(read) ? Array.from(read).toReversed().join('') : read,
    face,
  }));
}
