import { dateText } from '#domain/date-format.ts';
import { projectStatusLabel } from '#domain/project-status.ts';
import { isWide } from '#domain/site-pictures.ts';
import { projectWeek, weekBadge } from '#domain/weeks.ts';
import type { ReportContent } from './content.ts';
import {
  addPart,
  drawArtifact,
  fittingSize,
  CONTENT_BOTTOM,
  heightOfText,
  INK,
  CONTENT_WIDTH,
  PAGE,
  write,
  type Part,
  type Pdf,
} from './paper.ts';

const { margin } = PAGE;
/** In points. */
const LOGO_HEIGHT = 32;

/** For example, 'October 19, 2026'. */
export const dayText = (day: string): string =>
  dateText(day, { timeZone: 'UTC', dateStyle: 'long' });

/** Crops the picture to fill the box. If it was deleted, draws a note instead. */
export function drawPicture(
  pdf: Pdf,
  parent: Part,
  { jpeg, alt, box }: { jpeg: Buffer | null; alt: string; box: Box },
): void {
  const { x, y, width, height } = box;
  if (!jpeg) return drawMissing(pdf, parent, box, 'This picture is missing.');
  const draw = () => {
    pdf.save().rect(x, y, width, height).clip();
    pdf.image(jpeg, x, y, { cover: [width, height], align: 'center', valign: 'center' });
    pdf.restore();
  };
  addPart(pdf, parent, 'Figure', { alt, draw });
}

export type Box = { x: number; y: number; width: number; height: number };

function drawMissing(pdf: Pdf, parent: Part, { x, y, width, height }: Box, words: string) {
  drawArtifact(pdf, () => pdf.rect(x, y, width, height).fill(INK.pale));
  addPart(pdf, parent, 'P', () =>
    write(
      pdf,
      words,
      { x, y: y + height / 2 - 6 },
      { size: 9, color: INK.quiet, width, align: 'center' },
    ),
  );
}

export function drawCover(
  pdf: Pdf,
  root: Part,
  { brand, project, week, views, approval }: ReportContent,
  { jpeg, logo }: Record<'jpeg' | 'logo', Buffer | null>,
): void {
  pdf.addPage();
  pdf.outline.addItem('Cover');
  const part = addPart(pdf, root, 'Sect');
  drawArtifact(pdf, () => pdf.rect(0, 0, PAGE.width, 8).fill(brand.color));
  drawBrand(pdf, part, brand, logo);
  const kind = { size: 9, color: INK.quiet, width: CONTENT_WIDTH, align: 'right' } as const;
  addPart(pdf, part, 'P', () => write(pdf, 'Weekly report', { x: margin, y: 39 }, kind));
  const box = { x: margin, y: 76, width: CONTENT_WIDTH, height: 383 };
  const [first] = views;
  if (first)
    drawPicture(pdf, part, { jpeg, alt: `${first.name}, ${dayText(first.days.after)}`, box });
  const top = first ? box.y + box.height + 34 : 230;
  drawArtifact(pdf, () => pdf.rect(margin, top, 36, 4).fill(brand.color));
  const eyebrow = [weekBadge(week.day), dayText(week.day), approval].filter(Boolean).join(' · ');
  addPart(pdf, part, 'P', () =>
    write(pdf, eyebrow, { x: margin, y: top + 18 }, { size: 10.5, color: INK.quiet }),
  );
  const size = fittingSize(pdf, week.title, { sizes: [30, 24, 20, 16], maxHeight: 110 });
  addPart(pdf, part, 'H1', () =>
    write(
      pdf,
      week.title,
      { x: margin, y: top + 38 },
      { size, bold: true, height: 130, ellipsis: true },
    ),
  );
  const below = pdf.y + 10;
  addPart(pdf, part, 'P', () =>
    write(pdf, project.name, { x: margin, y: below }, { size: 14, height: 52, ellipsis: true }),
  );
  const { address } = project;
  if (address) {
    const style = { size: 10.5, color: INK.quiet, height: 44, ellipsis: true };
    const y = pdf.y + 5;
    addPart(pdf, part, 'P', () =>
      write(pdf, address.replaceAll(/\s+/g, ' '), { x: margin, y }, style),
    );
  }
}

/** A wide logo contains the name. */
function drawBrand(pdf: Pdf, part: Part, brand: ReportContent['brand'], logo: Buffer | null): void {
  const draw = () => pdf.image(logo ?? '', margin, 28, { fit: [180, LOGO_HEIGHT] });
  if (logo) addPart(pdf, part, 'Figure', { alt: brand.name, draw });
  if (logo && isWide(brand.logoUrl ?? '')) return;
  const x = logo ? margin + LOGO_HEIGHT + 8 : margin;
  addPart(pdf, part, 'P', () => write(pdf, brand.name, { x, y: 36 }, { size: 13, bold: true }));
}

export const PART_GAP = 22;

/** Starts a new page if the part's first `height` points don't fit on this one. */
export function startPart(pdf: Pdf, height: number): void {
  if (pdf.y + PART_GAP + height > CONTENT_BOTTOM) pdf.addPage();
  else pdf.y += PART_GAP;
}

export function drawHeading(pdf: Pdf, part: Part, text: string, color: string): void {
  const y = pdf.y;
  drawArtifact(pdf, () => pdf.rect(margin, y, 24, 3).fill(color));
  addPart(pdf, part, 'H2', () =>
    write(pdf, text, { x: margin, y: y + 12 }, { size: 17, bold: true }),
  );
  pdf.y += 8;
}

export function drawSummary(pdf: Pdf, root: Part, content: ReportContent): void {
  const { brand, week } = content;
  pdf.addPage();
  pdf.outline.addItem('Summary');
  const part = addPart(pdf, root, 'Sect');
  drawHeading(pdf, part, 'Summary', brand.color);
  const summary = week.summary?.trim() || 'No summary was written for this week.';
  for (const paragraph of summary.split(/\n+/).filter((line) => line.trim() !== '')) {
    addPart(pdf, part, 'P', () =>
      write(pdf, paragraph.trim(), { x: margin, y: null }, { size: 10.5, lineGap: 4 }),
    );
    pdf.y += 6;
  }
  const { color } = brand;
  drawFacts(pdf, root, { title: 'Project facts', facts: factsOf(content), color });
  if (content.flight)
    drawFacts(pdf, root, { title: 'Flight record', facts: content.flight, color });
  drawNote(pdf, root, content);
}

function factsOf({ project, week, before, photoCount }: ReportContent): [string, string][] {
  const running = projectWeek(project.startDate, week.day);
  const dated = (label: string, day: string | null): [string, string][] =>
    day ? [[label, dayText(day)]] : [];
  const status = projectStatusLabel(project.status);
  return [
    ['Project', project.name],
    ...(project.address
      ? [['Address', project.address.replaceAll(/\s+/g, ' ')] as [string, string]]
      : []),
    ['Status', status.charAt(0).toUpperCase() + status.slice(1)],
    ...dated('Start date', project.startDate),
    ...dated('Estimated completion', project.estimatedCompletionDate),
    ['Documentation date', dayText(week.day)],
    ...(running ? [['Project week', String(running)] as [string, string]] : []),
    ['Compared with', before ? `${before.title}, ${dayText(before.day)}` : 'No earlier week'],
    ['Photos this week', photoCount.toLocaleString('en-US')],
  ];
}

type Facts = { title: string; facts: readonly (readonly [string, string])[]; color: string };

export function drawFacts(pdf: Pdf, root: Part, { title, facts, color }: Facts) {
  const part = addPart(pdf, root, 'Sect');
  startPart(pdf, 98);
  drawHeading(pdf, part, title, color);
  const list = addPart(pdf, part, 'L');
  const value = margin + 150;
  for (const [label, text] of facts) {
    const height = heightOfText(pdf, text, { size: 10, width: PAGE.width - margin - value });
    if (pdf.y + height + 14 > CONTENT_BOTTOM) pdf.addPage();
    const y = pdf.y + 6;
    const item = addPart(pdf, list, 'LI');
    addPart(pdf, item, 'Lbl', () =>
      write(pdf, label, { x: margin, y }, { size: 10, color: INK.quiet }),
    );
    addPart(pdf, item, 'LBody', () => write(pdf, text, { x: value, y }, { size: 10 }));
    const line = y + height + 6;
    drawArtifact(pdf, () => {
      pdf
        .moveTo(margin, line)
        .lineTo(PAGE.width - margin, line)
        .lineWidth(0.5)
        .stroke(INK.line);
    });
    pdf.y = line;
  }
}

function noteOf({ views, before, photoCount }: ReportContent): string {
  if (photoCount === 0) return 'This week has no photos to show.';
  const pairs = views.filter((view) => view.before).length;
  const compared = pairs
    ? `${pairs === 1 ? 'One view is' : `${pairs} views are`} shown next to the photo from the same viewpoint on ${before ? dayText(before.day) : 'an earlier day'}.`
    : before
      ? 'No photos this week share a viewpoint with the previous week.'
      : "This is the first published week, so there's nothing to compare it with yet.";
  const left = photoCount - views.length;
  if (left <= 0) return compared;
  return `${compared} This report shows ${views.length} of ${photoCount.toLocaleString('en-US')} photos. All photos are on this week's web page.`;
}

function drawNote(pdf: Pdf, root: Part, content: ReportContent) {
  if (pdf.y > CONTENT_BOTTOM - 60) pdf.addPage();
  const y = pdf.y + 18;
  addPart(pdf, root, 'P', () =>
    write(pdf, noteOf(content), { x: margin, y }, { size: 10, color: INK.quiet, lineGap: 3 }),
  );
}
