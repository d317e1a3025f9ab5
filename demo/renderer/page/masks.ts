import type { Area } from '../scene/layout.ts';

/**
 * Ground cover seen from above; row 0 is in the south. Channels of `cover`: red is bare soil, green gravel, blue
 * asphalt. `wear`: red is wheel tracks, green water, blue dust and mud. `slab`: red is concrete, green mulch.
 */
export type GroundMasks = { cover: OffscreenCanvas; wear: OffscreenCanvas; slab: OffscreenCanvas };

export type Layer = keyof GroundMasks;
type Channel = 'red' | 'green' | 'blue';
type Point = readonly [x: number, y: number];

export class Painter {
  readonly masks: GroundMasks;
  private readonly pens: Record<Layer, OffscreenCanvasRenderingContext2D>;

  constructor(size: number, reach: number) {
    const canvas = () => new OffscreenCanvas(size, size);
    this.masks = { cover: canvas(), wear: canvas(), slab: canvas() };
    this.pens = {
      cover: penOf(this.masks.cover, reach),
      wear: penOf(this.masks.wear, reach),
      slab: penOf(this.masks.slab, reach),
    };
  }

  area(layer: Layer, channel: Channel, { west, south, east, north }: Area, strength = 1) {
    const pen = this.pen(layer, channel, strength);
    pen.fillRect(west, south, east - west, north - south);
  }

  clear(layer: Layer, { west, south, east, north }: Area) {
    const pen = this.pens[layer];
    pen.globalCompositeOperation = 'source-over';
    pen.fillStyle = '#000';
    pen.fillRect(west, south, east - west, north - south);
  }

  line(
    layer: Layer,
    channel: Channel,
    points: readonly Point[],
    [width, strength]: readonly [number, number],
  ) {
    const pen = this.pen(layer, channel, strength);
    pen.lineWidth = width;
    pen.lineCap = 'round';
    pen.lineJoin = 'round';
    pen.beginPath();
    points.forEach(([x, y], index) => (index ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    pen.stroke();
  }

  spot(
    layer: Layer,
    channel: Channel,
    [x, y]: Point,
    [radius, strength]: readonly [number, number],
  ) {
    const pen = this.pen(layer, channel, 1);
    const fade = pen.createRadialGradient(x, y, radius * 0.2, x, y, radius);
    fade.addColorStop(0, colorOf(channel, strength));
    fade.addColorStop(1, colorOf(channel, 0));
    pen.fillStyle = fade;
    pen.fillRect(x - radius, y - radius, radius * 2, radius * 2);
  }

  private pen(layer: Layer, channel: Channel, strength: number) {
    const pen = this.pens[layer];
    pen.globalCompositeOperation = 'lighter';
    pen.fillStyle = pen.strokeStyle = colorOf(channel, strength);
    return pen;
  }
}

function penOf(canvas: OffscreenCanvas, reach: number) {
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('This browser has no 2D canvas.');
  pen.fillStyle = '#000';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const scale = canvas.width / (2 * reach);
  pen.setTransform(scale, 0, 0, scale, canvas.width / 2, canvas.height / 2);
  return pen;
}

const colorOf = (channel: Channel, strength: number): string => {
  const part = (name: Channel) => (name === channel ? Math.round(255 * strength) : 0);
  return `rgb(${part('red')} ${part('green')} ${part('blue')})`;
};
