import proj4 from 'proj4';

export type Point = readonly [x: number, y: number];

/** Between a coordinate system and the world as a map has it, each east before north unless the system says else. */
export type Projection = { project: (place: Point) => Point; unproject: (place: Point) => Point };

/** Axes to the west or south, as proj4 names them: GDAL keeps their order and sense, and only those. */
const TURNED = /^(?:w[ns]|[ns]w|es|se)u$/;

/** `system` as proj4 reads it; the world in degrees (EPSG:4326) or meters of web mercator (EPSG:3857). Throws for none. */
export function projectionOf(system: string, world: 'EPSG:4326' | 'EPSG:3857' = 'EPSG:4326') {
  const isTurned = TURNED.test(new proj4.Proj(system).axis);
  const converter = proj4(world, system);
  const pair = ([x, y]: readonly number[]): Point => [x ?? NaN, y ?? NaN];
  return {
    project: ([x, y]: Point) => pair(converter.forward([x, y], isTurned)),
    unproject: ([x, y]: Point) => pair(converter.inverse([x, y], isTurned)),
  } satisfies Projection;
}
