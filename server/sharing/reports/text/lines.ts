import { directionOf, bidiText, type BidiText } from './runs.ts';

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

type Part = readonly [start: number, end: number];
export type Line = { of: BidiText; part: Part };

type LineLimits = {
  width: number;
  maxLines: number;
  measure: (line: Line) => number;
};

/** Breaks text into lines; ends in an ellipsis if it doesn't fit. */
export function linesOf(of: BidiText, { width, maxLines, measure }: LineLimits): Line[] {
  const fits = (part: Part) => measure({ of, part }) <= width;
  const lines: Line[] = [];
  let start = 0;
  let end = 0;
  const close = (next: number) => {
    if (end > start) lines.push({ of, part: [start, end] });
    start = next;
    end = next;
  };
  for (const { 0: word, index } of of.text.matchAll(/\S+/g)) {
    const wordEnd = index + word.length;
    if (end > start && !fits([start, wordEnd])) close(index);
    if (end === start) start = index;
    end = wordEnd;
    while (!fits([start, end])) {
      const cut = lastFitting([start, end], fits);
      end = cut;
      close(cut);
      end = wordEnd;
    }
  }
  close(end);
  if (lines.length <= maxLines) return lines;
  return [
    ...lines.slice(0, maxLines - 1),
    withEllipsis(lines[maxLines - 1], { width, measure }),
  ].flatMap((line) => line ?? []);
}

function lastFitting([start, end]: Part, fits: (part: Part) => boolean): number {
  let cut = end - 1;
  while (cut > start + 1 && !fits([start, cut])) cut--;
  return Math.max(cut, start + 1);
}

function withEllipsis(line: Line | undefined, { width, measure }: Omit<LineLimits, 'maxLines'>) {
  if (!line) return undefined;
  const { of, part } = line;
  const graphemes = Array.from(clusters.segment(of.text.slice(...part)), ({ segment }) => segment);
  for (;;) {
    const text = `${graphemes.join('').trimEnd()}…`;
    const short: Line = { of: bidiText(text, directionOf(of)), part: [0, text.length] };
    if (graphemes.length === 0 || measure(short) <= width) return short;
    graphemes.pop();
  }
}
