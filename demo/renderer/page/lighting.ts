import { type Scene, Vector3, type WebGLRenderer } from 'three';
import type { Weather } from '../scene/weather.ts';
import { shadowMap, type ShadowMap, skySample, sunSample, turnTo } from './light.ts';
import type { Surface } from './surface.ts';

/** Depth maps. `size` is in texels, `reach` in meters from the center. */
const NEAR = { size: 4096, reach: 105 } as const;
const FAR = { size: 3072, reach: 560 } as const;
const SKY = { size: 2048, reach: 150 } as const;
const MIDDLE = new Vector3(0, -10, 4);

type Sample = { maps: readonly ShadowMap[]; towards: Vector3; sky: Vector3; other: Vector3 };

/** The sun and sky of a visit, split into samples, one for each pass of a picture. */
export class Lighting {
  private samples: Sample[] = [];
  private readonly renderer: WebGLRenderer;
  private readonly surface: Surface;

  constructor(renderer: WebGLRenderer, surface: Surface) {
    this.renderer = renderer;
    this.surface = surface;
    const texels = [NEAR, FAR, SKY].map(({ size, reach }) => (2 * reach) / size);
    surface.set('texels', new Vector3(...texels));
  }

  prepare(scene: Scene, sun: Vector3, weather: Weather, passes: number) {
    for (const { maps } of this.samples) for (const map of maps) map.target.dispose();
    scene.overrideMaterial = this.surface.depth;
    this.samples = Array.from({ length: passes }, (_, index) => {
      const towards = sunSample(sun, weather.penumbra, index);
      const sky = skySample(index * 2, passes * 2);
      const other = skySample(index * 2 + 1, passes * 2);
      const maps = [
        this.depthMap(scene, NEAR, towards),
        this.depthMap(scene, FAR, towards),
        this.depthMap(scene, SKY, sky),
        this.depthMap(scene, SKY, other),
      ];
      return { maps, towards, sky, other };
    });
    scene.overrideMaterial = null;
  }

  turn(pass: number) {
    const sample = this.samples[pass % this.samples.length];
    if (!sample) throw new Error('The lighting has not been set.');
    this.surface.set('sunDirection', sample.towards);
    this.surface.set('skyDirection', sample.sky);
    this.surface.set('otherDirection', sample.other);
    const names = [
      ['sunNear', 'sunNearMatrix'],
      ['sunFar', 'sunFarMatrix'],
      ['skyNear', 'skyMatrix'],
      ['skyOther', 'otherMatrix'],
    ] as const;
    names.forEach(([texture, matrix], which) => {
      this.surface.set(texture, sample.maps[which]?.target.depthTexture);
      this.surface.set(matrix, sample.maps[which]?.matrix);
    });
  }

  private depthMap(scene: Scene, { size, reach }: { size: number; reach: number }, from: Vector3) {
    const map = shadowMap(size, reach);
    turnTo(map, from, MIDDLE);
    this.renderer.setRenderTarget(map.target);
    this.renderer.clear();
    this.renderer.render(scene, map.camera);
    return map;
  }
}
