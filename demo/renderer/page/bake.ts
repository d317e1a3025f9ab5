import {
  CanvasTexture,
  Camera,
  LinearFilter,
  LinearMipmapLinearFilter,
  type Texture,
  WebGLRenderTarget,
} from 'three';
import type { GroundMasks } from './masks.ts';
import { screen } from './screen.ts';
import { GROUND_FRAGMENT } from './shader-ground.ts';
import type { Studio } from './studio.ts';

export type Bake = { reach: number; size: number; wetness: number; dryness: number };

export function bakeGround(studio: Studio, noise: Texture, masks: GroundMasks, bake: Bake) {
  const textures = [masks.cover, masks.wear, masks.slab].map(maskTexture);
  const [coverMap, wearMap, slabMap] = textures;
  const { reach, wetness, dryness } = bake;
  const values = { noiseMap: noise, coverMap, wearMap, slabMap, reach, wetness, dryness };
  const target = new WebGLRenderTarget(bake.size, bake.size, {
    depthBuffer: false,
    generateMipmaps: true,
    minFilter: LinearMipmapLinearFilter,
    magFilter: LinearFilter,
  });
  studio.renderer.setRenderTarget(target);
  studio.renderer.render(screen(GROUND_FRAGMENT, values), new Camera());
  for (const texture of textures) texture.dispose();
  return target;
}

function maskTexture(canvas: OffscreenCanvas): Texture {
  const texture = new CanvasTexture(canvas);
  texture.flipY = false;
  texture.minFilter = LinearFilter;
  texture.generateMipmaps = false;
  texture.needsUpdate = true;
  return texture;
}
