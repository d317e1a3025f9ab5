import {
  Camera,
  FloatType,
  HalfFloatType,
  Matrix4,
  Mesh,
  NearestFilter,
  type OrthographicCamera,
  type PerspectiveCamera,
  PlaneGeometry,
  type Scene,
  type Texture,
  Vector2,
  Vector3,
  WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import type { Weather } from '../scene/weather.ts';
import { planeSample } from './light.ts';
import { Lighting } from './lighting.ts';
import { screen } from './screen.ts';
import { ADD_FRAGMENT, DEVELOP_FRAGMENT } from './shader-develop.ts';
import { Surface } from './surface.ts';

export type Shot = {
  view: PerspectiveCamera | OrthographicCamera;
  width: number;
  height: number;
  passes: number;
  /** The share of the width that each pass renders. Passes are offset by fractions of a pixel. */
  detail: number;
  weather: Weather;
  light: number;
  warmth: number;
  vignette: number;
  grain: number;
  seed: number;
  /** In meters. The ground's finest grain is omitted beyond this distance. */
  grainReach: number;
};

/** A camera that averages many slightly different renderings. */
export class Studio {
  readonly renderer = new WebGLRenderer({ antialias: false });
  readonly surface: Surface;
  readonly lighting: Lighting;
  private readonly backdrop: Mesh;

  constructor(noise: Texture) {
    this.renderer.autoClear = false;
    this.renderer.setClearColor(0x000000, 0);
    this.surface = new Surface(noise);
    this.lighting = new Lighting(this.renderer, this.surface);
    this.backdrop = new Mesh(new PlaneGeometry(2, 2), this.surface.sky);
    this.backdrop.frustumCulled = false;
  }

  /** Rows start at the top; four bytes per pixel. */
  take(scene: Scene, shot: Shot): Uint8Array {
    const { width, height, passes } = shot;
    const options = { type: HalfFloatType, minFilter: NearestFilter, magFilter: NearestFilter };
    const [across, down] = [Math.round(width * shot.detail), Math.round(height * shot.detail)];
    const pass = new WebGLRenderTarget(across, down, options);
    const sum = new WebGLRenderTarget(width, height, { ...options, depthBuffer: false });
    const shift = new Vector2();
    const add = screen(ADD_FRAGMENT, { pass: pass.texture, weight: 1 / passes, shift }, true);
    this.expose(shot);
    this.renderer.setRenderTarget(sum);
    this.renderer.clear();
    for (let index = 0; index < passes; index++) {
      this.lighting.turn(index);
      const [x, y] = planeSample(index);
      shot.view.setViewOffset(across, down, x - 0.5, y - 0.5, across, down);
      shift.set((0.5 - x) / across, (y - 0.5) / down);
      this.look(scene, shot, pass);
      this.renderer.setRenderTarget(sum);
      this.renderer.render(add, new Camera());
    }
    pass.dispose();
    const bytes = this.develop(sum, shot);
    sum.dispose();
    return bytes;
  }

  /** Returns heights, temperatures and reflectances as four floats per pixel; rows start in the south. */
  measure(scene: Scene, shot: Shot): Float32Array {
    const { width, height, view } = shot;
    const target = new WebGLRenderTarget(width, height, { type: FloatType });
    this.expose(shot);
    this.lighting.turn(0);
    this.surface.set('reading', 1);
    view.updateMatrixWorld();
    this.renderer.setRenderTarget(target);
    this.renderer.clear();
    this.renderer.render(scene, view);
    this.surface.set('reading', 0);
    const values = new Float32Array(width * height * 4);
    this.renderer.readRenderTargetPixels(target, 0, 0, width, height, values);
    target.dispose();
    return values;
  }

  private look(scene: Scene, { view }: Shot, target: WebGLRenderTarget) {
    view.updateMatrixWorld();
    view.updateProjectionMatrix();
    const fromClip = new Matrix4().multiplyMatrices(view.matrixWorld, view.projectionMatrixInverse);
    this.surface.set('fromClip', fromClip);
    this.renderer.setRenderTarget(target);
    this.renderer.clear();
    this.renderer.render(scene, view);
    this.renderer.render(this.backdrop, view);
  }

  private expose({ weather, view, grainReach }: Shot) {
    const isPlan = 'isOrthographicCamera' in view;
    this.surface.set('cameraAt', view.position.clone());
    this.surface.set('sunColor', new Vector3(...weather.sun));
    this.surface.set('skyColor', new Vector3(...weather.sky));
    this.surface.set('horizonColor', new Vector3(...weather.horizon));
    this.surface.set('visibility', isPlan ? 1e9 : weather.visibility);
    this.surface.set('clouds', weather.clouds);
    this.surface.set('wetness', weather.wetness);
    this.surface.set('grainReach', grainReach);
  }

  private develop(sum: WebGLRenderTarget, shot: Shot): Uint8Array {
    const { width, height, warmth, vignette, grain, seed } = shot;
    const done = new WebGLRenderTarget(width, height, { depthBuffer: false });
    const print = screen(DEVELOP_FRAGMENT, {
      warmth,
      vignette,
      grain,
      seed,
      sum: sum.texture,
      exposure: shot.weather.exposure * shot.light,
      size: new Vector2(width, height),
    });
    this.renderer.setRenderTarget(done);
    this.renderer.render(print, new Camera());
    const bytes = new Uint8Array(width * height * 4);
    this.renderer.readRenderTargetPixels(done, 0, 0, width, height, bytes);
    done.dispose();
    return bytes;
  }
}
