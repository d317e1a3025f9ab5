/** GLSL of the sky's radiance in a direction, with clouds from noise on a flat layer. */
export const SKY_GLSL = /* glsl */ `
uniform vec3 skyColor;
uniform vec3 horizonColor;
uniform float clouds;
vec3 skyAt(vec3 direction) {
  float up = max(direction.z, 0.0);
  vec3 clear = mix(horizonColor, skyColor * 0.85, pow(up, 0.42));
  vec2 sheet = direction.xy / (up + 0.12) * 900.0;
  float body = cloud(sheet, 5200.0) * 0.6 + cloud(sheet + 311.0, 1500.0) * 0.3 + cloud(sheet, 420.0) * 0.1;
  float cover = smoothstep(0.62 - 0.34 * clouds, 0.92 - 0.3 * clouds, body + 0.1 * clouds);
  vec3 white = mix(horizonColor, vec3(dot(horizonColor, vec3(0.34))) * 1.15, 0.7);
  return mix(clear, white * (0.8 + 0.35 * body), cover * smoothstep(0.0, 0.12, up) * min(1.0, clouds * 1.6));
}
`;

export const SKY_VERTEX = /* glsl */ `
out vec2 vAt;
void main() { vAt = position.xy; gl_Position = vec4(position.xy, 1.0, 1.0); }`;

export const SKY_FRAGMENT = (noise: string) => /* glsl */ `
precision highp float;
in vec2 vAt;
layout(location = 0) out vec4 outColor;
uniform mat4 fromClip;
uniform vec3 cameraAt;
${noise}
${SKY_GLSL}
void main() {
  vec4 far = fromClip * vec4(vAt, 1.0, 1.0);
  outColor = vec4(skyAt(normalize(far.xyz / far.w - cameraAt)), 1e5);
}`;
