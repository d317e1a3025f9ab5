import bidiFactory, { type Bidi, type EmbeddingLevels } from 'bidi-js';

// The package's types describe its browser build.
const bidi = (bidiFactory as unknown as () => Bidi)();
const RIGHT_TO_LEFT = /\p{Script_Extensions=Hebrew}|\p{Script_Extensions=Arabic}/u;

export const hasRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

export type Run<Face> = { text: string; face: Face };

/** A text with its bidirectional levels (Unicode Bidirectional Algorithm, UAX #9). */
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

/** In visual order. Fonts reverse Hebrew and Arabic themselves, so only the other letters are reversed here. */
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
    // Fonts would also reverse Arabic digits, which read left to right, so each is a run of its own.
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
