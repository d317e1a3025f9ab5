import PDFDocument from 'pdfkit';
import { drawText, heightOf, registerFaces } from './text/draw-text.ts';

export type Pdf = PDFKit.PDFDocument;
export type Part = PDFKit.PDFStructureElement;

/** US Letter portrait, in points (1/72 inch). */
export const PAGE = { width: 612, height: 792, margin: 42, footer: 64 } as const;
export const CONTENT_WIDTH = PAGE.width - 2 * PAGE.margin;
export const CONTENT_BOTTOM = PAGE.height - PAGE.footer;
export const INK = { text: '#1a1d21', quiet: '#565d66', line: '#d5d9de', pale: '#f1f3f5' } as const;

export type PaperOptions = { title: string; author: string; madeAt: Date };

export function createDocument({ title, author, madeAt }: PaperOptions): { pdf: Pdf; root: Part } {
  const { margin, footer } = PAGE;
  const pdf = new PDFDocument({
    size: 'LETTER',
    margins: { top: margin, left: margin, right: margin, bottom: footer },
    // Empty, because a default font set here would be loaded a second time when it's selected by its registered name.
    font: '',
    autoFirstPage: false,
    bufferPages: true,
    pdfVersion: '1.7',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    info: { Title: title, Author: author, CreationDate: madeAt, ModDate: madeAt },
  });
  registerFaces(pdf);
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  return { pdf, root };
}

export function addPart(
  pdf: Pdf,
  parent: Part,
  type: string,
  drawing?: (() => void) | { alt: string; draw: () => void },
): Part {
  if (!drawing) {
    const group = pdf.struct(type);
    parent.add(group);
    return group;
  }
  const { draw, ...options } = typeof drawing === 'function' ? { draw: drawing } : drawing;
  const part = pdf.struct(type, options, draw);
  parent.add(part);
  part.end();
  return part;
}

/** Draws content that screen readers skip, such as lines and page numbers. */
export function drawArtifact(pdf: Pdf, draw: () => void): void {
  pdf.markContent('Artifact', { type: 'Layout' });
  draw();
  pdf.endMarkedContent();
}

type TextStyle = PDFKit.Mixins.TextOptions & { size: number; bold?: boolean; color?: string };

/** If `y` is null, continues below the last text. */
export function write(
  pdf: Pdf,
  text: string,
  at: { x: number; y: number | null },
  { size, bold = false, color = INK.text, ...options }: TextStyle,
): void {
  const width = PAGE.width - PAGE.margin - at.x;
  const weight = bold ? 'bold' : 'regular';
  drawText(pdf, text, { x: at.x, y: at.y ?? pdf.y }, { size, weight, color, width, ...options });
}

export const heightOfText = (
  pdf: Pdf,
  text: string,
  { size, bold = false, width }: { size: number; bold?: boolean; width: number },
): number => heightOf(pdf, text, { size, weight: bold ? 'bold' : 'regular', width });

/** Returns the first of `sizes` at which the text isn't taller than `maxHeight` points, or the last one. */
export function fittingSize(
  pdf: Pdf,
  text: string,
  { sizes, maxHeight }: { sizes: readonly number[]; maxHeight: number },
): number {
  const fits = (size: number) =>
    heightOfText(pdf, text, { size, bold: true, width: CONTENT_WIDTH }) <= maxHeight;
  return sizes.find(fits) ?? sizes.at(-1) ?? 12;
}

export function numberPages(pdf: Pdf, text: string): void {
  const { start, count } = pdf.bufferedPageRange();
  const y = PAGE.height - 40;
  for (let index = 0; index < count; index++) {
    pdf.switchToPage(start + index);
    // Text below the margin would start another page.
    pdf.page.margins.bottom = 0;
    drawArtifact(pdf, () => {
      pdf.moveTo(PAGE.margin, y - 10).lineTo(PAGE.width - PAGE.margin, y - 10);
      pdf.lineWidth(0.5).stroke(INK.line);
      const style = { size: 8, color: INK.quiet, lineBreak: false } as const;
      write(
        pdf,
        text,
        { x: PAGE.margin, y },
        { ...style, width: CONTENT_WIDTH - 90, height: 12, ellipsis: true },
      );
      const number = `Page ${index + 1} of ${count}`;
      write(pdf, number, { x: PAGE.margin, y }, { ...style, width: CONTENT_WIDTH, align: 'right' });
    });
  }
}
