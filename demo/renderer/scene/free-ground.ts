import { areClose, type Footprint, footprintsOf, moved } from './footprints.ts';
import { type Area, LOT } from './layout.ts';
import { type Frame, Mesh, ORIGIN } from './mesh.ts';
import { between, type Random } from '../../flight/random.ts';
import type { Stage } from './schedule.ts';
import { heightAt } from './terrain.ts';

/** Where to put an object; `gap` is the distance from all other objects in meters. */
type Wish = { area?: Area; turn?: (random: Random) => number; gap: number };

const ATTEMPTS = 400;

export class FreeGround {
  private readonly mesh: Mesh;
  private readonly stage: Stage;
  /** Off limits for machines and stores, but not for people. */
  private readonly kept: readonly Footprint[];
  private readonly taken: Footprint[];

  constructor(mesh: Mesh, stage: Stage, kept: readonly Footprint[]) {
    this.mesh = mesh;
    this.stage = stage;
    this.kept = kept;
    this.taken = footprintsOf(mesh);
  }

  /** Draws an object in a free spot, if one is left. `draw` must first draw it at the origin. */
  put(random: Random, wish: Wish, draw: (mesh: Mesh, at: Frame) => void) {
    const drawn = new Mesh();
    draw(drawn, ORIGIN);
    const own = footprintsOf(drawn);
    const isPerson = own.every(({ name }) => name === 'person');
    const others = isPerson ? this.taken : [...this.kept, ...this.taken];
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const at = this.somewhere(random, wish);
      const there = own.map((footprint) => moved(footprint, at));
      const isFree = there.every(
        (one) =>
          isWithin(one, wish.area ?? LOT) &&
          !others.some((other) => areClose(one, other, wish.gap)),
      );
      if (!isFree) continue;
      this.mesh.add(drawn, at);
      this.taken.push(...there);
      return;
    }
  }

  private somewhere(random: Random, { area = LOT, turn }: Wish): Frame {
    const x = between(random, area.west, area.east);
    const y = between(random, area.south, area.north);
    return { x, y, z: heightAt(this.stage, x, y), yaw: turn?.(random) ?? between(random, 0, 6.3) };
  }
}

const isWithin = ({ outline }: Footprint, { west, south, east, north }: Area): boolean =>
  outline.every(([x, y]) => x > west + 1 && x < east - 1 && y > south + 1 && y < north - 1);
