import { faceWith, type Face, type Weight } from './fonts.ts';
import { linesOf, type Line } from './lines.ts';
import { replaceMissingGlyphs } from './readable.ts';
import { directionOf, hasRightToLeft, runsOf, bidiText, type Run } from './runs.ts';

export { registerFaces } from './fonts.ts';

type Pdf = PDFKit.PDFDocument;
type Options = PDFKit.Mixins.TextOptions & { width: number };
export type TextFont = { size: number; weight: Weight };
type Style = TextFont & { color: string } & Options;

/** Draws text in any script and moves `pdf.y` below it. */
export function drawText(
  pdf: Pdf,
  text: string,
  at: { x: number; y: number },
  { size, weight, color, ...options }: Style,
): void {
  const shown = drawableText(pdf, text, weight);
  pdf.font(weight).fontSize(size).fillColor(color);
  if (!hasRightToLeft(shown)) {
    pdf.text(shown, at.x, at.y, options);
    return;
  }
  const { lines, height } = layOutLines(pdf, shown, { weight, ...options });
  let { y } = at;
  for (const line of lines) {
    if (options.height === undefined && y + height > pdf.page.maxY()) {
      // A new page resets the color to black.
      pdf.continueOnNewPage().fillColor(color);
      y = pdf.page.margins.top;
    }
    const isBlock = lines.length > 1 && directionOf(line.of) === 'rtl';
    const align = options.align ?? (isBlock ? 'right' : 'left');
    drawLine(pdf, line, { x: at.x, y, weight, align, width: options.width });
    y += height;
  }
  pdf.font(weight);
  pdf.x = at.x;
  pdf.y = y;
}

export function heightOf(pdf: Pdf, text: string, { size, weight, ...options }: TextFont & Options) {
  const shown = drawableText(pdf, text, weight);
  pdf.font(weight).fontSize(size);
  if (!hasRightToLeft(shown)) return pdf.heightOfString(shown, options);
  const { lines, height } = layOutLines(pdf, shown, { weight, ...options });
  return lines.length * height;
}

const drawableText = (pdf: Pdf, text: string, weight: Weight) =>
  replaceMissingGlyphs(text, (code) => faceWith(pdf, weight, String.fromCodePoint(code)) !== null);

const runsIn = (pdf: Pdf, { of, part }: Line, weight: Weight): Run<Face>[] =>
  runsOf(of, part, (letter) => faceWith(pdf, weight, letter) ?? weight);

const widthOf = (pdf: Pdf, runs: readonly Run<Face>[]): number =>
  runs.reduce((sum, { text, face }) => sum + pdf.font(face).widthOfString(text), 0);

function layOutLines(pdf: Pdf, text: string, { weight, ...options }: { weight: Weight } & Options) {
  const { width, height: room, lineGap = 0, lineBreak = true } = options;
  const height = pdf.font(weight).currentLineHeight(true) + lineGap;
  const maxLines = lineBreak ? Math.max(1, Math.floor((room ?? Infinity) / height)) : 1;
  const measure = (line: Line) => widthOf(pdf, runsIn(pdf, line, weight));
  return { height, lines: linesOf(bidiText(text), { width, maxLines, measure }) };
}

type Place = { x: number; y: number; width: number; weight: Weight; align: string };

function drawLine(pdf: Pdf, line: Line, { x, y, width, weight, align }: Place): void {
  const runs = runsIn(pdf, line, weight);
  const spare = width - widthOf(pdf, runs);
  const base = y + ascenderOf(pdf.font(weight));
  let left = x + (align === 'right' ? spare : align === 'center' ? spare / 2 : 0);
  for (const { text, face } of runs) {
    const wide = pdf.font(face).widthOfString(text);
    pdf.text(text, left, base, { lineBreak: false, baseline: 'alphabetic' });
    left += wide;
  }
}

type Sized = { _font: { ascender: number }; _fontSize: number };

function ascenderOf(pdf: Pdf): number {
  const { _font, _fontSize } = pdf as unknown as Sized;
  return (_font.ascender / 1000) * _fontSize;
}
