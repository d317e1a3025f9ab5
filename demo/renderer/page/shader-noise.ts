/** GLSL that reads the noise texture. Its channels are two clouds, fine grain, and cells. */
export const NOISE_GLSL = /* glsl */ `
uniform sampler2D noiseMap;
vec4 noise(vec2 p, float meters) { return texture(noiseMap, p / meters); }
float cloud(vec2 p, float meters) { return noise(p, meters).r; }
vec3 linear(vec3 c) { return c * (c * (c * 0.305306011 + 0.682171111) + 0.012522878); }
`;
