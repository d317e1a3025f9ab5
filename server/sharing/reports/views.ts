import type { Alignment, ReportContent, View } from './content.ts';
import { startPart, dayText, drawHeading, drawPicture } from './pages.ts';
import {
  addPart,
  CONTENT_BOTTOM,
  INK,
  CONTENT_WIDTH,
  PAGE,
  write,
  type Part,
  type Pdf,
} from './paper.ts';

const GAP = 12;
const WIDTH = (CONTENT_WIDTH - GAP) / 2;
/** Three rows and a heading fit on a page. */
const HEIGHT = WIDTH * 0.63;
/** Includes the caption and the gap. */
const ROW = HEIGHT + 48;
const HEADING = 48;
const { margin } = PAGE;

export type LoadPicture = (
  picture: View['after'],
  alignment?: Alignment | null,
) => Promise<Buffer | null>;

export type Drawing = { pdf: Pdf; root: Part; content: ReportContent; load: LoadPicture };
type Shown = {
  picture: View['after'];
  name: string;
  caption: string;
  alignment: Alignment | null;
  sign: string | null;
};

export async function drawViews(drawing: Drawing, onRow: (views: number) => void) {
  const { views } = drawing.content;
  if (views.length === 0) return;
  const pairs = views.flatMap(({ name, before, after, days, laid, sign }): Shown[][] => {
    if (!before || days.before === null) return [];
    return [
      [
        { ...singleView(name, days.before, before, 'Before'), alignment: laid?.before ?? null },
        { ...singleView(name, days.after, after, 'After'), alignment: laid?.after ?? null, sign },
      ],
    ];
  });
  const unpaired = views.filter((view) => view.before === null);
  const twos = unpaired.flatMap((view, index): Shown[][] => {
    if (index % 2 === 1) return [];
    const row = [view, ...unpaired.slice(index + 1, index + 2)];
    return [row.map(({ name, after, days }) => singleView(name, days.after, after))];
  });
  await drawRows(drawing, 'Before and after', pairs, () => onRow(1));
  await drawRows(drawing, pairs.length ? 'More photos' : 'Photos', twos, () => onRow(2));
}

const singleView = (name: string, day: string, picture: View['after'], turn?: string): Shown => ({
  picture,
  name,
  caption: turn ? `${turn} · ${dayText(day)}` : dayText(day),
  alignment: null,
  sign: null,
});

async function drawRows(
  { pdf, root, content, load }: Drawing,
  title: string,
  rows: Shown[][],
  onRow: () => void,
) {
  if (rows.length === 0) return;
  startPart(pdf, HEADING + ROW);
  pdf.outline.addItem(title);
  const part = addPart(pdf, root, 'Sect');
  drawHeading(pdf, part, title, content.brand.color);
  pdf.y += 4;
  for (const row of rows) {
    if (pdf.y + ROW > CONTENT_BOTTOM) pdf.addPage();
    const y = pdf.y;
    for (const [column, { picture, name, caption, alignment, sign }] of row.entries()) {
      const x = margin + column * (WIDTH + GAP);
      const box = { x, y, width: WIDTH, height: HEIGHT };
      const alt = `${name}, ${caption.replace(' ·', ':')}`;
      drawPicture(pdf, part, { jpeg: await load(picture, alignment), alt, box });
      drawCaption(pdf, part, { x, y: y + HEIGHT + 6, name, caption, sign });
    }
    pdf.y = y + ROW;
    onRow();
  }
}

type Caption = Pick<Shown, 'name' | 'caption' | 'sign'> & { x: number; y: number };

function drawCaption(pdf: Pdf, parent: Part, { x, y, name, caption, sign }: Caption) {
  const line = { width: WIDTH, height: 12, ellipsis: true, lineBreak: true };
  addPart(pdf, parent, 'Caption', () => {
    write(pdf, name, { x, y }, { ...line, size: 9.5, bold: true });
    write(pdf, caption, { x, y: y + 13 }, { ...line, size: 9, color: INK.quiet });
    if (sign) write(pdf, sign, { x, y: y + 25 }, { ...line, size: 8, color: INK.quiet });
  });
}
