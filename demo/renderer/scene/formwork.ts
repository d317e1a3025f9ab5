import type { Area } from './layout.ts';
import { FORM_YELLOW, GALVANISED, PLYWOOD, RUST, TIMBER, shade, paint } from './paints.ts';
import { between, randomOf } from '../../flight/random.ts';
import { bar, block, type Brush } from './shapes.ts';

const RAIL = paint([196, 140, 72]);

/** The next deck under construction, with props, panels, partial rebar and rails. */
export function deckWorks(
  brush: Brush,
  area: Area,
  { level, rise, week }: { level: number; rise: number; week: number },
) {
  const { west, south, east, north } = area;
  const random = randomOf(`deck ${west} ${south}`, week);
  const top = level + rise - 0.3;
  const [lowX, highX] = random() < 0.5 ? [0.2, 1] : [0, 0.78];
  const from = west + (east - west) * lowX;
  const to = west + (east - west) * highX;
  for (let x = from + 1; x < to; x += 2.1) {
    for (let y = south + 1; y < north; y += 2.1)
      bar(
        brush,
        [
          [x, y, level],
          [x, y, top - 0.2],
        ],
        0.09,
        GALVANISED,
      );
  }
  for (let y = south + 0.6; y < north; y += 1.2)
    block(brush, [from, y, top - 0.2], [to - from, 0.09, 0.18], FORM_YELLOW);
  for (let x = from; x < to - 0.1; x += 2.44) {
    for (let y = south; y < north - 0.1; y += 1.22) {
      const size = [Math.min(2.42, to - x), Math.min(1.2, north - y), 0.03] as const;
      block(brush, [x, y, top - 0.03], size, shade(PLYWOOD, between(random, 0.82, 1.15)));
    }
  }
  reinforcement(
    brush,
    {
      west: from + 0.3,
      south: south + 0.3,
      east: from + (to - from) * between(random, 0.45, 0.8),
      north: north - 0.3,
    },
    top,
  );
  edgeRails(brush, { west: from, south, east: to, north }, top);
  for (let n = 0; n < 9; n++) {
    // Each stack gets its own strip of the longer side.
    const share = (n + between(random, 0, 0.45)) / 9;
    const [across, along] = [to - from - 7, north - south - 5];
    const isWide = across > along;
    const at = [
      from + 2 + across * (isWide ? share : random()),
      south + 2 + along * (isWide ? random() : share),
      top,
    ] as const;
    const size = [
      between(random, 0.9, isWide ? 2.4 : 4),
      between(random, 0.4, 1.2),
      between(random, 0.15, 0.6),
    ] as const;
    const color = random() < 0.5 ? TIMBER : RUST;
    brush.mesh.thing('stack', () => block(brush, at, size, color));
  }
}

function reinforcement(brush: Brush, { west, south, east, north }: Area, top: number) {
  for (let x = west; x < east; x += 0.4)
    bar(
      brush,
      [
        [x, south, top + 0.09],
        [x, north, top + 0.09],
      ],
      0.045,
      RUST,
    );
  for (let y = south; y < north; y += 0.4)
    bar(
      brush,
      [
        [west, y, top + 0.13],
        [east, y, top + 0.13],
      ],
      0.045,
      RUST,
    );
}

export function edgeRails(brush: Brush, { west, south, east, north }: Area, level: number) {
  const corners = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
  ] as const;
  corners.forEach(([x1, y1], side) => {
    const [x2, y2] = corners[(side + 1) % 4] ?? [x1, y1];
    for (const up of [0.55, 1.1])
      bar(
        brush,
        [
          [x1, y1, level + up],
          [x2, y2, level + up],
        ],
        0.06,
        RAIL,
      );
    const posts = Math.round(Math.hypot(x2 - x1, y2 - y1) / 2.4);
    for (let n = 0; n < posts; n++) {
      const [x, y] = [x1 + ((x2 - x1) * n) / posts, y1 + ((y2 - y1) * n) / posts];
      bar(
        brush,
        [
          [x, y, level],
          [x, y, level + 1.2],
        ],
        0.06,
        RAIL,
      );
    }
  });
}
