/** GLSL of the steps after a pass: adding it to the sum, and developing the sum as a camera does. */
export const SCREEN_VERTEX = /* glsl */ `
out vec2 vAt;
void main() { vAt = position.xy * 0.5 + 0.5; gl_Position = vec4(position.xy, 0.0, 1.0); }`;

export const ADD_FRAGMENT = /* glsl */ `
precision highp float;
in vec2 vAt;
layout(location = 0) out vec4 outColor;
uniform sampler2D pass;
uniform float weight;
uniform vec2 shift;
void main() {
  vec3 c = min(texture(pass, vAt + shift).rgb, vec3(6.0));
  outColor = vec4(c * weight, weight);
}`;

export const DEVELOP_FRAGMENT = /* glsl */ `
precision highp float;
in vec2 vAt;
layout(location = 0) out vec4 outColor;
uniform sampler2D sum;
uniform float exposure;
uniform float warmth;
uniform float vignette;
uniform float grain;
uniform float seed;
uniform vec2 size;
uint mixBits(uint x) {
  x ^= x >> 16; x *= 0x7feb352du; x ^= x >> 15; x *= 0x846ca68bu; x ^= x >> 16;
  return x;
}
vec3 tone(vec3 x) {
  x *= 0.98;
  return clamp((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14), 0.0, 1.0);
}
vec3 encode(vec3 c) {
  return mix(c * 12.92, 1.055 * pow(max(c, vec3(0.0)), vec3(1.0 / 2.4)) - 0.055, step(0.0031308, c));
}
void main() {
  vec2 middle = (vAt - 0.5) * vec2(size.x / size.y, 1.0);
  float r2 = dot(middle, middle);
  vec3 c = texture(sum, vec2(vAt.x, 1.0 - vAt.y)).rgb;
  c *= exposure * vec3(1.0 + warmth, 1.0, 1.0 - warmth);
  c *= 1.0 - vignette * r2 * 0.55;
  c = encode(tone(c));
  float gray = dot(c, vec3(0.3, 0.59, 0.11));
  c = mix(vec3(gray), c, 0.98);
  uvec2 pixel = uvec2(gl_FragCoord.xy);
  uint bits = mixBits(pixel.x + mixBits(pixel.y + uint(seed)));
  float n = float(bits & 0xffffu) / 65535.0 + float(bits >> 16) / 65535.0 - 1.0;
  outColor = vec4(c + n * grain * (0.4 + 0.6 * (1.0 - gray)), 1.0);
}`;
