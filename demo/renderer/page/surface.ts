import {
  DoubleSide,
  GLSL3,
  type IUniform,
  Matrix4,
  ShaderMaterial,
  type Texture,
  Vector3,
} from 'three';
import { NOISE_GLSL } from './shader-noise.ts';
import { SKY_FRAGMENT, SKY_VERTEX } from './shader-sky.ts';
import { DEPTH_FRAGMENT, SURFACE_FRAGMENT, SURFACE_VERTEX } from './shader-surface.ts';

const NAMES = {
  maps: ['fineMap', 'wideMap', 'sunNear', 'sunFar', 'skyNear', 'skyOther'],
  matrices: ['sunNearMatrix', 'sunFarMatrix', 'skyMatrix', 'otherMatrix', 'fromClip'],
  directions: ['sunDirection', 'skyDirection', 'otherDirection', 'cameraAt', 'texels'],
  colors: ['sunColor', 'skyColor', 'horizonColor'],
  numbers: ['wetness', 'visibility', 'grainReach', 'clouds', 'reading', 'fineReach', 'wideReach'],
} as const;

export class Surface {
  readonly ground: ShaderMaterial;
  readonly trees: ShaderMaterial;
  readonly material: ShaderMaterial;
  readonly sky: ShaderMaterial;
  readonly depth = new ShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: SURFACE_VERTEX,
    fragmentShader: DEPTH_FRAGMENT,
    side: DoubleSide,
  });
  private readonly uniforms: Record<string, IUniform> = {};

  constructor(noise: Texture) {
    this.uniforms['noiseMap'] = { value: noise };
    for (const name of NAMES.maps) this.uniforms[name] = { value: null };
    for (const name of NAMES.matrices) this.uniforms[name] = { value: new Matrix4() };
    const vectors = [...NAMES.directions, ...NAMES.colors];
    for (const name of vectors) this.uniforms[name] = { value: new Vector3() };
    for (const name of NAMES.numbers) this.uniforms[name] = { value: 0 };
    const shared = { glslVersion: GLSL3, uniforms: this.uniforms } as const;
    const materialOf = (defines: Record<string, true>) =>
      new ShaderMaterial({
        ...shared,
        defines,
        vertexShader: SURFACE_VERTEX,
        fragmentShader: SURFACE_FRAGMENT,
        side: DoubleSide,
      });
    this.ground = materialOf({ ONLY_GROUND: true });
    this.trees = materialOf({ ONLY_TREES: true });
    this.material = materialOf({});
    this.sky = new ShaderMaterial({
      ...shared,
      vertexShader: SKY_VERTEX,
      fragmentShader: SKY_FRAGMENT(NOISE_GLSL),
      depthWrite: false,
    });
  }

  set(name: string, value: unknown) {
    const uniform = this.uniforms[name];
    if (!uniform) throw new Error(`The surface shader has no ${name}.`);
    uniform.value = value;
  }
}
