import type { ReportContent } from './content.ts';
import {
  drawCover,
  drawFacts,
  drawSummary,
  startPart,
  PART_GAP,
  dayText,
  drawHeading,
  drawPicture,
} from './pages.ts';
import {
  numberPages,
  createDocument,
  addPart,
  CONTENT_BOTTOM,
  INK,
  CONTENT_WIDTH,
  PAGE,
  write,
} from './paper.ts';
import { drawViews, type LoadPicture, type Drawing } from './views.ts';
import { FIGURES } from '#domain/units.ts';
import type { RasterType } from '#domain/rasters.ts';

/** In points. Leaves room for the heading and caption. */
const MAX_MAP_HEIGHT = 560;
/** In points. If less space is left on the page, the map starts a new one. */
const MIN_MAP_HEIGHT = 280;
const CAPTION_HEIGHT = 80;

const NAMES: Record<RasterType, string> = {
  orthophoto: 'Orthophoto',
  surface_model: 'Elevation',
  terrain_model: 'Ground elevation',
  thermal: 'Thermal map',
  multispectral: 'NDVI',
};

type ReportMap = NonNullable<ReportContent['map']>;

/** For example, '5.9 ac, 1.2 in per pixel'. */
function figuresOf({ area, groundSampleDistance, units }: ReportMap): string {
  const figures = [
    ...(area === null ? [] : [FIGURES.area(area, units)]),
    ...(groundSampleDistance === null
      ? []
      : [`${FIGURES.groundSampleDistance(groundSampleDistance, units)} per pixel`]),
  ];
  return figures.join(', ');
}

async function drawMap({ pdf, root, content, load }: Drawing): Promise<void> {
  const { map, week, brand } = content;
  if (!map) return;
  const shape = map.height / map.width;
  const space = CONTENT_BOTTOM - pdf.y - PART_GAP - CAPTION_HEIGHT;
  const height = Math.min(
    CONTENT_WIDTH * shape,
    space < MIN_MAP_HEIGHT ? MAX_MAP_HEIGHT : Math.min(space, MAX_MAP_HEIGHT),
  );
  startPart(pdf, height + CAPTION_HEIGHT);
  pdf.outline.addItem('Map');
  const part = addPart(pdf, root, 'Sect');
  drawHeading(pdf, part, 'Map', brand.color);
  const box = { x: PAGE.margin, y: pdf.y + 4, width: height / shape, height };
  const name = NAMES[map.rasterType];
  const day = dayText(week.day);
  drawPicture(pdf, part, { jpeg: await load(map.picture), alt: `${name}, ${day}`, box });
  const caption = [day, figuresOf(map)].filter(Boolean).join(' · ');
  const y = box.y + height + 6;
  addPart(pdf, part, 'Caption', () => {
    write(pdf, name, { x: PAGE.margin, y }, { size: 9.5, bold: true });
    write(pdf, caption, { x: PAGE.margin, y: y + 13 }, { size: 9, color: INK.quiet });
  });
}

export type Rendering = {
  madeAt: Date;
  /** PNG; null if none was uploaded. */
  logo: Buffer | null;
  /** Returns JPEG bytes, or null if the picture was deleted. */
  load: LoadPicture;
  onPercent: (percent: number) => void;
};

/**
 * Returns a tagged PDF 1.7 (ISO 32000-1, 14.8) of about 250 KB per picture. Reads one picture at a time to save memory.
 */
export async function renderReport(
  content: ReportContent,
  { madeAt, logo, load, onPercent }: Rendering,
): Promise<Buffer> {
  const { brand, project, week, views } = content;
  const title = `${project.name}: ${week.title}`;
  const { pdf, root } = createDocument({ title, author: brand.name, madeAt });
  const chunks: Buffer[] = [];
  const finished = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', resolve).on('error', reject);
  });
  const [first] = views;
  drawCover(pdf, root, content, { logo, jpeg: first ? await load(first.after) : null });
  drawSummary(pdf, root, content);
  let drawn = 0;
  const drawing = { pdf, root, content, load };
  await drawViews(drawing, (count) => {
    drawn += count;
    onPercent(Math.min(99, Math.floor((drawn / views.length) * 100)));
  });
  await drawMap(drawing);
  if (content.pins.length > 0) {
    pdf.addPage();
    pdf.outline.addItem('Open pins');
    drawFacts(pdf, root, { title: 'Open pins', facts: content.pins, color: brand.color });
  }
  root.end();
  numberPages(pdf, `${brand.name} · ${title}`);
  pdf.end();
  await finished;
  return Buffer.concat(chunks);
}
