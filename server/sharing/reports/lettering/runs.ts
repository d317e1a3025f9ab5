import bidiFactory, { type Bidi, type EmbeddingLevels } from 'bidi-js';

// Its types are those of its module for browsers.
const bidi = (bidiFactory as unknown as () => Bidi)();
const FROM_THE_RIGHT = /\p{Script_Extensions=Hebrew}|\p{Script_Extensions=Arabic}/u;

export const hasRightToLeft = (text: string): boolean => FROM_THE_RIGHT.test(text);

/** Letters of a line that are drawn at once, in the order in which they are read. */
export type Run<Face> = { text: string; face: Face };

/** A text whose letters run in both directions, by the Unicode Bidirectional Algorithm (UAX #9). */
export type TwoWay = { text: string; levels: EmbeddingLevels };

export const twoWay = (text: string, direction: 'ltr' | 'rtl' | 'auto' = 'auto'): TwoWay => ({
  text,
  levels: bidi.getEmbeddingLevels(text, direction),
});

/** Which way the text as a whole is read. */
export const directionOf = ({ levels }: TwoWay): 'ltr' | 'rtl' =>
  levels.paragraphs[0]?.level === 1 ? 'rtl' : 'ltr';

/** A part of a text by itself, whose letters run as they do in the whole. */
function cut({ text, levels }: TwoWay, [start, end]: readonly [number, number]): TwoWay {
  const level = levels.paragraphs[0]?.level ?? 0;
  return {
    text: text.slice(start, end),
    levels: {
      levels: levels.levels.slice(start, end),
      paragraphs: [{ start: 0, end: end - start - 1, level }],
    },
  };
}

/**
 * What stands on a line, of the letters from `start` up to `end`, from left to right. A font turns the letters of
 * a run of Hebrew or Arabic itself, word by word; what else stands among them is turned here.
 */
export function runsOf<Face>(
  of: TwoWay,
  part: readonly [number, number],
  faceOf: (letter: string) => Face,
): Run<Face>[] {
  const { text, levels } = cut(of, part);
  if (text === '') return [];
  const order = bidi.getReorderedIndices(text, levels);
  const mirrored = bidi.getMirroredCharactersMap(text, levels.levels);
  const runs: (Run<Face> & { isTurned: boolean; isSpace: boolean })[] = [];
  for (const index of order) {
    const letter = mirrored.get(index) ?? text.charAt(index);
    const isTurned = (levels.levels[index] ?? 0) % 2 === 1;
    const isSpace = letter.trim() === '';
    // Fonts turn the digits of Arabic, too, which are read from the left.
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
