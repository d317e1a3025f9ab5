import {
  DataTexture,
  LinearFilter,
  LinearMipmapNearestFilter,
  RepeatWrapping,
  RGBAFormat,
} from 'three';
import { randomOf } from '../../flight/random.ts';

const SIZE = 1024;

/**
 * A tileable texture with two channels of clouds (fractal value noise), one of fine grain, and one of pebble-like
 * cells.
 */
export function noiseMap(): DataTexture {
  const channels = [
    clouds('first', 4, 7),
    clouds('second', 5, 7),
    clouds('grain', 96, 3),
    cells(40),
  ];
  const data = new Uint8Array(SIZE * SIZE * 4);
  channels.forEach((values, channel) => {
    const spread = spreadOf(values);
    for (let i = 0; i < values.length; i++) {
      data[i * 4 + channel] = Math.round(255 * spread(values[i] ?? 0));
    }
  });
  const texture = new DataTexture(data, SIZE, SIZE, RGBAFormat);
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.minFilter = LinearMipmapNearestFilter;
  texture.magFilter = LinearFilter;
  texture.generateMipmaps = true;
  texture.needsUpdate = true;
  return texture;
}

/** Scales values to 0 to 1, ignoring the lowest and highest 1%. */
function spreadOf(values: Float32Array): (value: number) => number {
  const sample = values.filter((_, index) => index % 97 === 0).toSorted();
  const low = sample[Math.floor(sample.length * 0.01)] ?? 0;
  const high = sample[Math.floor(sample.length * 0.99)] ?? 1;
  return (value) => Math.max(0, Math.min(1, (value - low) / (high - low)));
}

function clouds(name: string, cellsAcross: number, octaves: number): Float32Array {
  const values = new Float32Array(SIZE * SIZE);
  for (let octave = 0, across = cellsAcross, weight = 1; octave < octaves; octave++) {
    addLattice(values, randomGrid(`${name} ${octave}`, across), across, weight);
    across *= 2;
    weight *= 0.55;
    if (across > SIZE / 2) break;
  }
  return values;
}

function randomGrid(name: string, across: number): Float32Array {
  const random = randomOf(name);
  return Float32Array.from({ length: across * across }, () => random());
}

function addLattice(values: Float32Array, grid: Float32Array, across: number, weight: number) {
  const smooth = (t: number) => t * t * (3 - 2 * t);
  for (let y = 0; y < SIZE; y++) {
    const v = (y / SIZE) * across;
    const [row, down] = [Math.floor(v), smooth(v - Math.floor(v))];
    for (let x = 0; x < SIZE; x++) {
      const u = (x / SIZE) * across;
      const [column, right] = [Math.floor(u), smooth(u - Math.floor(u))];
      const at = (i: number, j: number) =>
        grid[((row + j) % across) * across + ((column + i) % across)] ?? 0;
      const upper = at(0, 0) + (at(1, 0) - at(0, 0)) * right;
      const lower = at(0, 1) + (at(1, 1) - at(0, 1)) * right;
      const index = y * SIZE + x;
      values[index] = (values[index] ?? 0) + weight * (upper + (lower - upper) * down);
    }
  }
}

/** Returns the distance of each pixel to the nearest of many random points, one per cell. */
function cells(across: number): Float32Array {
  const [xs, ys] = [randomGrid('cells x', across), randomGrid('cells y', across)];
  const values = new Float32Array(SIZE * SIZE);
  for (let y = 0; y < SIZE; y++) {
    for (let x = 0; x < SIZE; x++) {
      const [u, v] = [(x / SIZE) * across, (y / SIZE) * across];
      let nearest = 9;
      for (let j = -1; j <= 1; j++) {
        for (let i = -1; i <= 1; i++) {
          const [column, row] = [Math.floor(u) + i, Math.floor(v) + j];
          const cell = ((row + across) % across) * across + ((column + across) % across);
          const [dx, dy] = [column + (xs[cell] ?? 0) - u, row + (ys[cell] ?? 0) - v];
          nearest = Math.min(nearest, dx * dx + dy * dy);
        }
      }
      values[y * SIZE + x] = Math.sqrt(nearest);
    }
  }
  return values;
}
