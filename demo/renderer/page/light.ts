import {
  DepthTexture,
  UnsignedShortType,
  LessEqualCompare,
  LinearFilter,
  Matrix4,
  OrthographicCamera,
  Vector3,
  WebGLRenderTarget,
} from 'three';

export type ShadowMap = {
  target: WebGLRenderTarget;
  camera: OrthographicCamera;
  matrix: Matrix4;
  texel: number;
};

export function shadowMap(size: number, reach: number): ShadowMap {
  const depthTexture = new DepthTexture(size, size, UnsignedShortType);
  depthTexture.compareFunction = LessEqualCompare;
  depthTexture.minFilter = depthTexture.magFilter = LinearFilter;
  const target = new WebGLRenderTarget(size, size, { depthTexture });
  const camera = new OrthographicCamera(-reach, reach, reach, -reach, 1, 4 * reach + 400);
  camera.up.set(0, 0, 1);
  return { target, camera, matrix: new Matrix4(), texel: (2 * reach) / size };
}

/** Points the map's camera along light that comes from `direction`. */
export function turnTo({ camera, matrix }: ShadowMap, direction: Vector3, middle: Vector3) {
  const away = (camera.far - camera.near) / 2;
  camera.up.set(0, Math.abs(direction.z) > 0.99 ? 1 : 0, Math.abs(direction.z) > 0.99 ? 0 : 1);
  camera.position.copy(middle).addScaledVector(direction, away);
  camera.lookAt(middle);
  camera.updateMatrixWorld();
  camera.updateProjectionMatrix();
  matrix.multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
}

/** Directions are spread evenly over the sky above 8 degrees. */
export function skySample(index: number, count: number): Vector3 {
  const z = 0.14 + 0.86 * ((index + 0.5) / count);
  const turn = (index * 7.0 + 0.5) * 2.399_963_229_7;
  const level = Math.sqrt(1 - z * z);
  return new Vector3(level * Math.cos(turn), level * Math.sin(turn), z);
}

export function planeSample(index: number): [number, number] {
  const part = (value: number) => value - Math.floor(value);
  return [part(0.5 + index * 0.754_877_666_2), part(0.5 + index * 0.569_840_290_9)];
}

/** The sun's direction, varied within `radius` degrees. */
export function sunSample(sun: Vector3, radius: number, index: number): Vector3 {
  const [u, v] = planeSample(index);
  const [size, turn] = [Math.tan((radius * Math.PI) / 180) * Math.sqrt(u), v * 2 * Math.PI];
  const side = new Vector3(0, 0, 1).cross(sun).normalize();
  const up = sun.clone().cross(side);
  return sun
    .clone()
    .addScaledVector(side, size * Math.cos(turn))
    .addScaledVector(up, size * Math.sin(turn))
    .normalize();
}
