import { dayText, drawHeading, drawPicture } from './pages.ts';
import { addPart, CONTENT_BOTTOM, CONTENT_WIDTH, drawArtifact, INK, PAGE, write } from './paper.ts';
import type { Drawing } from './views.ts';

const PICTURE = { width: 120, height: 90 };
const GAP = 14;
const { margin } = PAGE;

/** Starts on a page of its own. */
export async function drawPins({ pdf, root, content, load }: Drawing): Promise<void> {
  const { pins, brand } = content;
  if (pins.length === 0) return;
  pdf.addPage();
  pdf.outline.addItem('Open pins');
  const part = addPart(pdf, root, 'Sect');
  drawHeading(pdf, part, 'Open pins', brand.color);
  let y = pdf.y + 6;
  for (const { text, facts, dueOn, spot } of pins) {
    if (y + PICTURE.height > CONTENT_BOTTOM) {
      pdf.addPage();
      y = margin;
    }
    const box = { x: margin, y, ...PICTURE };
    if (spot) {
      const jpeg = await load(spot.picture, spot.laid);
      drawPicture(pdf, part, { jpeg, alt: `The spot of the pin: ${text.slice(0, 80)}`, box });
      const [x, middle] = [box.x + PICTURE.width / 2, y + PICTURE.height / 2];
      drawArtifact(pdf, () => pdf.circle(x, middle, 6).lineWidth(1.5).stroke('#d92d20'));
    }
    const left = spot ? margin + PICTURE.width + GAP : margin;
    const width = margin + CONTENT_WIDTH - left;
    addPart(pdf, part, 'P', () => {
      const due = dueOn === null ? '' : ` · Due ${dayText(dueOn)}`;
      write(pdf, facts + due, { x: left, y: box.y }, { size: 9, color: INK.quiet, width });
      const style = { size: 10.5, width, height: PICTURE.height - 18, ellipsis: true };
      write(pdf, text, { x: left, y: box.y + 16 }, style);
    });
    y = spot ? box.y + PICTURE.height + GAP : pdf.y + GAP;
  }
}
