import type { Mesh } from './mesh.ts';
import { paint } from './paints.ts';
import { pick, type Random } from '../../flight/random.ts';
import { block, type Brush, standing } from './shapes.ts';

const VESTS = [
  [206, 226, 40],
  [240, 110, 30],
  [206, 226, 40],
] as const;
const HELMETS = [
  [244, 244, 240],
  [240, 200, 40],
  [40, 90, 170],
  [244, 244, 240],
] as const;
const TROUSERS = [
  [50, 58, 78],
  [84, 76, 64],
  [44, 44, 48],
] as const;
const SKIN = paint([170, 122, 94]);

export function worker(mesh: Mesh, [x, y, z]: readonly [number, number, number], random: Random) {
  mesh.thing('person', () => {
    const brush: Brush = {
      mesh,
      at: { x, y, z, yaw: random() * 6.3, scale: 0.95 + random() * 0.1 },
    };
    const vest = paint(pick(random, VESTS));
    const legs = paint(pick(random, TROUSERS));
    const stride = random() * 0.25;
    block(brush, [-0.1 - stride, -0.2, 0], [0.2, 0.17, 0.85], legs);
    block(brush, [-0.1 + stride, 0.03, 0], [0.2, 0.17, 0.85], legs);
    standing(brush, [0, 0, 0.85], [0.28, 0.46, 0.6], vest);
    const reach = random() < 0.4 ? 0.4 : 0.1;
    block(brush, [-0.06, -0.36, 0.95 + reach * 0.4], [reach + 0.1, 0.12, 0.5 - reach * 0.6], vest);
    block(brush, [-0.06, 0.24, 0.95 + reach * 0.4], [reach + 0.1, 0.12, 0.5 - reach * 0.6], vest);
    standing(brush, [0, 0, 1.45], [0.18, 0.18, 0.2], SKIN);
    standing(brush, [0.02, 0, 1.62], [0.3, 0.25, 0.13], paint(pick(random, HELMETS)));
  });
}
