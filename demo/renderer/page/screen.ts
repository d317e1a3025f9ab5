import {
  CustomBlending,
  GLSL3,
  type IUniform,
  Mesh,
  NoBlending,
  OneFactor,
  PlaneGeometry,
  ShaderMaterial,
} from 'three';
import { SCREEN_VERTEX } from './shader-develop.ts';

/** A rectangle that covers the target and is drawn by a fragment shader. */
export function screen(
  fragmentShader: string,
  values: Record<string, unknown>,
  isAdding = false,
): Mesh {
  const entries = Object.entries(values).map(([name, value]) => [name, { value }]);
  const material = new ShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: SCREEN_VERTEX,
    fragmentShader,
    uniforms: Object.fromEntries(entries) as Record<string, IUniform>,
    depthTest: false,
    depthWrite: false,
    transparent: isAdding,
    blending: isAdding ? CustomBlending : NoBlending,
    blendSrc: OneFactor,
    blendDst: OneFactor,
    blendSrcAlpha: OneFactor,
    blendDstAlpha: OneFactor,
  });
  const mesh = new Mesh(new PlaneGeometry(2, 2), material);
  mesh.frustumCulled = false;
  return mesh;
}
