import {
  BufferAttribute,
  BufferGeometry,
  Mesh as Solid,
  OrthographicCamera,
  PerspectiveCamera,
  Scene,
  Vector3,
  type WebGLRenderTarget,
} from 'three';
import type { Mesh } from '../scene/mesh.ts';
import { stageOf } from '../scene/schedule.ts';
import { LAST_WEEK } from '../../flight/calendar.ts';
import { neighborhood } from '../scene/neighborhood.ts';
import { SITE } from '../../flight/place.ts';
import { groundOf, worksOf } from '../scene/site.ts';
import { sunAt } from '../scene/sun.ts';
import { FIELD_OF_VIEW, type Pose } from '../../flight/waypoints.ts';
import { planted, treesAround } from '../scene/trees.ts';
import { weatherOf } from '../scene/weather.ts';
import type { PhotoOrder, PlanOrder } from './api.ts';
import { bakeGround } from './bake.ts';
import { forest } from './forest.ts';
import { paintGround } from './ground.ts';
import { Painter } from './masks.ts';
import { noiseMap } from './noise-map.ts';
import { type Shot, Studio } from './studio.ts';

const FINE_REACH = 92;
const WIDE_REACH = 640;
const noise = noiseMap();
const studio = new Studio(noise);
studio.surface.set('fineReach', FINE_REACH);
studio.surface.set('wideReach', WIDE_REACH);
const scene = new Scene();
const planting = forest(studio.surface.trees, planted());
let works: { solids: Solid[]; map: WebGLRenderTarget } | undefined;

function solidOf(mesh: Mesh, material = studio.surface.material): Solid {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(mesh.positions), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(mesh.normals), 3));
  geometry.setAttribute('paint', new BufferAttribute(new Uint8Array(mesh.paints), 4, true));
  const solid = new Solid(geometry, material);
  solid.frustumCulled = false;
  return solid;
}

const around = solidOf(neighborhood());
around.renderOrder = 2;
scene.add(around, ...forest(studio.surface.trees, treesAround()));

/** The land around the site, which is painted only once. */
const wideMap = paintedMap(1, WIDE_REACH, 4096, 0);
studio.surface.set('wideMap', wideMap.texture);

function prepare(week: number, fineSize: number) {
  if (works) {
    scene.remove(...works.solids);
    for (const solid of works.solids) solid.geometry.dispose();
    works.map.dispose();
  }
  const solids = [solidOf(worksOf(week)), solidOf(groundOf(week), studio.surface.ground)];
  solids.forEach((solid, index) => (solid.renderOrder = index ? 9 : 0));
  scene.add(...solids);
  for (const tree of planting) scene.remove(tree);
  if (stageOf(week).planting > 0) scene.add(...planting);
  const map = paintedMap(week, FINE_REACH, fineSize, weatherOf(week).wetness);
  studio.surface.set('fineMap', map.texture);
  works = { solids, map };
}

function paintedMap(week: number, reach: number, size: number, wetness: number): WebGLRenderTarget {
  const painter = new Painter(4096, reach);
  paintGround(painter, stageOf(week));
  return bakeGround(studio, noise, painter.masks, {
    reach,
    size,
    wetness,
    dryness: week === LAST_WEEK ? 0 : 0.1,
  });
}

async function photo(order: PhotoOrder, name: string) {
  const { pose, width, height, passes, detail, seed } = order;
  const vertical = 2 * Math.atan((Math.tan((FIELD_OF_VIEW * Math.PI) / 360) * height) / width);
  const view = new PerspectiveCamera((vertical * 180) / Math.PI, width / height, 4, 12_000);
  view.up.set(0, 0, 1);
  view.position.set(pose.east, pose.north, pose.altitude);
  aim(view, pose);
  const bytes = studio.take(scene, {
    view,
    width,
    height,
    passes,
    detail,
    seed,
    weather: weatherOf(order.week),
    light: pose.light,
    warmth: pose.warmth,
    vignette: 0.35,
    grain: 0.003,
    grainReach: 160,
  });
  await send(bytes, name);
}

/** In degrees; the azimuth is clockwise from north. */
function directionOf(azimuth: number, elevation: number): Vector3 {
  const [a, e] = [(azimuth * Math.PI) / 180, (elevation * Math.PI) / 180];
  return new Vector3(Math.sin(a) * Math.cos(e), Math.cos(a) * Math.cos(e), Math.sin(e));
}

function aim(view: PerspectiveCamera, { yaw, pitch }: Pose) {
  view.rotation.order = 'ZXY';
  view.rotation.set(((90 + pitch) * Math.PI) / 180, 0, (-yaw * Math.PI) / 180);
  view.updateMatrixWorld();
}

function illuminate(week: number, taken: string, passes: number) {
  const sun = sunAt(new Date(taken), SITE.latitude, SITE.longitude);
  studio.lighting.prepare(scene, directionOf(sun.azimuth, sun.elevation), weatherOf(week), passes);
}

async function plan(order: PlanOrder, name: string) {
  await send(studio.take(scene, planShot(order)), name);
}

async function measure(order: PlanOrder, name: string) {
  await send(studio.measure(scene, planShot(order)), name);
}

function planShot({ week, area, pixel, passes, detail }: PlanOrder): Shot {
  const [across, down] = [area.east - area.west, area.north - area.south];
  const view = new OrthographicCamera(
    -across / 2,
    across / 2,
    down / 2,
    -down / 2,
    1e5 - 150,
    1e5 + 50,
  );
  view.position.set((area.west + area.east) / 2, (area.south + area.north) / 2, 1e5);
  const looks = { light: 1, warmth: 0, vignette: 0, grain: 0, seed: 0, grainReach: 1e7 };
  const size = { width: Math.round(across / pixel), height: Math.round(down / pixel) };
  return { view, passes, detail, ...looks, ...size, weather: weatherOf(week) };
}

const send = (values: Uint8Array | Float32Array, name: string) =>
  fetch(`/frames/${name}`, { method: 'PUT', body: values as BufferSource });

globalThis.overfly = { prepare, illuminate, photo, plan, measure };
