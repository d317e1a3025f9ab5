import { NOISE_GLSL } from './shader-noise.ts';

/** GLSL that paints the ground from masks and noise; alpha is wetness. */
export const GROUND_FRAGMENT = /* glsl */ `
precision highp float;
in vec2 vAt;
layout(location = 0) out vec4 outColor;
uniform sampler2D coverMap;
uniform sampler2D wearMap;
uniform sampler2D slabMap;
uniform float reach;
uniform float wetness;
uniform float dryness;
${NOISE_GLSL}
vec3 srgb(float r, float g, float b) { return linear(vec3(r, g, b) / 255.0); }

/** Rotates coordinates, so that textures of different sizes don't line up. */
vec2 turned(vec2 p) { return vec2(p.x * 0.8 - p.y * 0.6, p.x * 0.6 + p.y * 0.8); }
vec3 grass(vec2 p) {
  float wide = cloud(p, 130.0), mid = cloud(p + 9.1, 31.0), near = noise(p, 7.3).g, blade = noise(p, 1.3).b;
  vec3 green = mix(srgb(74.0, 84.0, 48.0), srgb(104.0, 110.0, 66.0), near);
  vec3 straw = mix(srgb(134.0, 124.0, 88.0), srgb(156.0, 144.0, 108.0), near);
  float dry = smoothstep(0.36, 0.66, wide * 0.5 + mid * 0.35 + noise(p, 3.1).r * 0.3 + dryness - 0.12);
  float tufts = noise(turned(p), 7.1).a * 0.6 + noise(p, 3.3).a * 0.4;
  return mix(green, straw, dry * 0.85) * (0.6 + 0.5 * blade + 0.3 * noise(p, 0.47).b) * (1.3 - 0.75 * tufts);
}
vec3 soil(vec2 p) {
  float wide = cloud(p, 67.0), mid = noise(p + 4.0, 19.0).g, near = cloud(p, 5.3);
  vec3 dust = mix(srgb(150.0, 128.0, 102.0), srgb(170.0, 148.0, 120.0), near);
  vec3 damp = mix(srgb(116.0, 94.0, 74.0), srgb(136.0, 112.0, 88.0), near);
  vec3 c = mix(dust, damp, smoothstep(0.25, 0.75, wide * 0.5 + mid * 0.3 + noise(p, 8.3).r * 0.2));
  float clods = noise(p, 3.7).a, crumbs = noise(p, 0.9).b;
  float stones = smoothstep(0.78, 0.95, noise(p, 1.9).b);
  float lumps = noise(turned(p), 11.3).a * 0.5 + noise(turned(p) + 5.0, 6.1).a * 0.5;
  c *= (0.62 + 0.34 * clods + 0.44 * crumbs) * (1.24 - 0.6 * lumps);
  c = mix(c, srgb(176.0, 166.0, 150.0), stones * 0.45 * noise(p, 31.0).g);
  float rubble = smoothstep(0.09, 0.03, noise(turned(p) + 3.0, 13.0).a) * smoothstep(0.5, 0.6, cloud(p, 17.0));
  c = mix(c, srgb(186.0, 178.0, 164.0), rubble * 0.8);
  return c * (0.86 + 0.28 * noise(p, 1.1).r);
}
vec3 gravel(vec2 p) {
  vec3 c = mix(srgb(138.0, 130.0, 116.0), srgb(164.0, 155.0, 140.0), cloud(p, 11.0));
  float stones = noise(turned(p), 9.0).a * 0.5 + noise(p, 5.7).a * 0.5;
  return c * (0.6 + 0.5 * noise(p, 0.83).b + 0.26 * noise(p, 0.37).b) * (1.18 - 0.42 * stones);
}
vec3 asphalt(vec2 p) {
  vec3 c = mix(srgb(84.0, 84.0, 85.0), srgb(112.0, 111.0, 109.0), cloud(p, 23.0) * 0.6 + noise(p, 5.0).g * 0.4);
  vec2 strip = p / vec2(19.0, 3.7) + vec2(floor(p.y / 3.7) * 0.37, 0.0);
  vec2 cell = floor(strip), inside = fract(strip);
  float lot = fract(sin(dot(cell, vec2(12.9898, 78.233))) * 43758.5453);
  vec2 edge = smoothstep(vec2(0.0), vec2(0.012, 0.05), inside - vec2(0.1 + 0.4 * lot, 0.12)) * smoothstep(vec2(0.0), vec2(0.012, 0.05), vec2(0.92, 0.9) - inside);
  c *= 1.0 - step(0.87, lot) * edge.x * edge.y * (0.12 + 2.0 * (lot - 0.87));
  c *= 1.0 - 0.22 * smoothstep(0.68, 0.8, noise(p, 37.0).r) * noise(p, 3.1).g;
  float crack = smoothstep(0.012, 0.0, abs(cloud(p, 29.0) - 0.5)) * 0.5 + smoothstep(0.008, 0.0, abs(noise(p, 17.0).g - 0.47)) * 0.4;
  return c * (0.84 + 0.3 * noise(p, 0.6).b) * (1.0 - 0.5 * crack);
}
vec3 slab(vec2 p) {
  vec3 c = mix(srgb(158.0, 155.0, 148.0), srgb(190.0, 187.0, 178.0), cloud(p, 9.0) * 0.5 + noise(p, 2.7).g * 0.5);
  vec2 joint = abs(fract(p / 4.5) - 0.5);
  return c * (0.9 + 0.16 * noise(p, 0.8).b) * (1.0 - 0.3 * smoothstep(0.492, 0.5, max(joint.x, joint.y)));
}

void main() {
  vec2 p = (vAt - 0.5) * 2.0 * reach;
  vec2 warp = (noise(p, 6.1).rg - 0.5) * 1.6 + (noise(p, 1.7).rg - 0.5) * 0.7;
  vec2 at = (p + warp) / (2.0 * reach) + 0.5;
  vec4 soft = texture(coverMap, vec2(at.x, at.y));
  vec4 crisp = texture(coverMap, vAt);
  vec4 wear = texture(wearMap, vAt);
  vec4 softWear = texture(wearMap, at);
  float bare = smoothstep(0.3, 0.7, soft.r + (noise(p, 4.3).g - 0.5) * 0.7 * step(0.02, soft.r) * step(soft.r, 0.98));
  vec3 c = mix(grass(p), soil(p), bare);
  c = mix(c, gravel(p), smoothstep(0.15, 0.95, soft.g + (noise(p, 5.3).r - 0.5) * 0.7 * step(0.02, soft.g) + (noise(p, 1.3).b - 0.5) * 0.5 * step(0.02, soft.g)) * 0.85);
  float tread = wear.r * (0.75 + 0.5 * noise(p, 1.1).b);
  c *= 1.0 - 0.5 * min(tread, 1.0);
  c = mix(c, c * srgb(228.0, 214.0, 196.0) * 1.35, clamp(softWear.b * 0.8, 0.0, 1.0));
  float paved = min(1.0, crisp.b);
  vec3 road = asphalt(p) * (1.0 - 0.22 * wear.r);
  road = mix(road, soil(p) * 0.92, clamp(softWear.b * 0.85 * (0.4 + cloud(p, 3.3)), 0.0, 0.85));
  c = mix(c, road, paved);
  vec4 laid = texture(slabMap, vAt);
  float hard = laid.r;
  c = mix(c, srgb(74.0, 50.0, 36.0) * (0.5 + noise(p, 0.9).b), laid.g);
  c = mix(c, slab(p) * (1.0 - 0.3 * wear.r), hard);
  float soaked = clamp(softWear.g * 1.3 + wetness * 0.55 * (1.0 - 0.4 * hard), 0.0, 1.0);
  float low = cloud(p, 14.0) * 0.55 + noise(p, 4.7).g * 0.45;
  c *= 1.0 - 0.48 * soaked * (0.6 + 0.8 * low);
  float pool = smoothstep(0.71, 0.76, low + softWear.g * 0.16 + wear.r * 0.1 + 0.06 * wetness) * wetness;
  pool *= max(bare, max(soft.g, paved * 0.6)) * (1.0 - hard * 0.6);
  c = mix(c, c * 0.45, pool);
  outColor = vec4(c, pool * 0.95 + 0.05 * paved);
}`;
