import type { ReportContent } from './content.ts';
import { drawMap } from './map.ts';
import { drawCover, drawSummary } from './pages.ts';
import { numberPages, openPaper } from './paper.ts';
import { drawViews, type LoadPicture } from './views.ts';

export type Rendering = {
  madeAt: Date;
  /** A picture as JPEG, null when it is gone. */
  load: LoadPicture;
  onPercent: (percent: number) => Promise<void>;
};

/** The report as a tagged PDF 1.7 (ISO 32000-1, 14.8), about 250 KB a picture; one picture is read at a time. */
export async function renderReport(
  content: ReportContent,
  { madeAt, load, onPercent }: Rendering,
): Promise<Buffer> {
  const { brand, project, week, views } = content;
  const title = `${project.name}: ${week.title}`;
  const { pdf, root } = openPaper({ title, author: brand.name, madeAt });
  const chunks: Buffer[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', resolve).on('error', reject);
  });
  const [first] = views;
  drawCover(pdf, root, content, first ? await load(first.after) : null);
  drawSummary(pdf, root, content);
  let drawn = 0;
  const drawing = { pdf, root, content, load };
  await drawViews(drawing, (count) => {
    drawn += count;
    return onPercent(Math.min(99, Math.floor((drawn / views.length) * 100)));
  });
  await drawMap(drawing);
  root.end();
  numberPages(pdf, `${brand.name} · ${title}`);
  pdf.end();
  await finished;
  return Buffer.concat(chunks);
}
