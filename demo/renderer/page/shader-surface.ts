import { MATERIALS_GLSL } from './shader-materials.ts';
import { NOISE_GLSL } from './shader-noise.ts';
import { SKY_GLSL } from './shader-sky.ts';

export const SURFACE_VERTEX = /* glsl */ `
in vec4 paint;
out vec3 vPosition;
out vec3 vNormal;
out vec3 vColor;
flat out int vKind;
void main() {
  vec4 at = vec4(position, 1.0);
  vec3 turned = normal;
  vec3 tint = vec3(1.0);
  #ifdef USE_INSTANCING
    at = instanceMatrix * at;
    turned = mat3(instanceMatrix) * turned;
  #endif
  #ifdef USE_INSTANCING_COLOR
    tint = instanceColor;
  #endif
  vPosition = at.xyz;
  vNormal = turned;
  vColor = paint.rgb * tint;
  vKind = int(paint.a * 255.0 + 0.5);
  gl_Position = projectionMatrix * viewMatrix * at;
}`;

export const SURFACE_FRAGMENT = /* glsl */ `
precision highp float;
precision highp int;
precision highp sampler2DShadow;
in vec3 vPosition;
in vec3 vNormal;
in vec3 vColor;
flat in int vKind;
layout(location = 0) out vec4 outColor;
uniform sampler2D fineMap;
uniform sampler2D wideMap;
uniform sampler2DShadow sunNear;
uniform sampler2DShadow sunFar;
uniform sampler2DShadow skyNear;
uniform sampler2DShadow skyOther;
uniform mat4 sunNearMatrix;
uniform mat4 sunFarMatrix;
uniform mat4 skyMatrix;
uniform mat4 otherMatrix;
uniform vec3 sunDirection;
uniform vec3 skyDirection;
uniform vec3 otherDirection;
uniform vec3 sunColor;
uniform vec3 cameraAt;
uniform vec3 texels;
uniform float fineReach;
uniform float wideReach;
uniform float wetness;
uniform float visibility;
uniform float grainReach;
uniform int reading;
${NOISE_GLSL}
${SKY_GLSL}
${MATERIALS_GLSL}

float litBy(sampler2DShadow map, mat4 matrix, vec3 p) {
  vec3 q = (matrix * vec4(p, 1.0)).xyz * 0.5 + 0.5;
  return texture(map, vec3(q.xy, q.z));
}

bool covers(mat4 matrix, vec3 p) {
  vec3 q = abs((matrix * vec4(p, 1.0)).xyz);
  return max(max(q.x, q.y), q.z) < 0.985;
}

void main() {
  vec3 view = normalize(cameraAt - vPosition);
  vec3 n = normalize(vNormal);
  if (dot(n, view) < 0.0) n = vKind == 5 ? n : -n;
  Surface s = surfaceOf(vKind, vColor, vPosition, n);
  float toSun = dot(n, sunDirection);
  float direct = max(dot(s.normal, sunDirection), 0.0);
  float behind = max(-toSun, 0.0) * s.through;
  float sunlit = 0.0;
  if (direct + behind > 0.0) {
    sunlit = covers(sunNearMatrix, vPosition)
      ? litBy(sunNear, sunNearMatrix, vPosition + n * texels.x * 1.6 + sunDirection * texels.x * 1.5)
      : litBy(sunFar, sunFarMatrix, vPosition + n * texels.y * 1.6 + sunDirection * texels.y * 1.5);
  }
  float skylit = 0.86, opposite = 0.86;
  if (covers(skyMatrix, vPosition)) {
    vec3 off = vPosition + n * texels.z * 1.5;
    skylit = litBy(skyNear, skyMatrix, off + skyDirection * texels.z * 1.5);
    opposite = litBy(skyOther, otherMatrix, off + otherDirection * texels.z * 1.5);
  }
  float least = s.through * 0.6;
  skylit *= max(dot(s.normal, skyDirection), least);
  opposite *= max(dot(s.normal, otherDirection), least);
  float open = skylit + opposite;
  vec3 light = sunColor * sunlit * (direct + behind);
  light += skyColor * open;
  light += skyColor * (0.10 + 0.05 * s.normal.z);
  vec3 bounce = (sunColor * max(sunDirection.z, 0.0) + skyColor) * vec3(0.21, 0.18, 0.14);
  light += bounce * (0.5 - 0.5 * s.normal.z) * 0.75;
  if (reading == 1) {
    outColor = measured(s, vPosition, vKind, sunlit * direct + 0.25 * open);
    return;
  }
  vec3 color = s.albedo * light;
  #ifndef ONLY_TREES
  if (s.gloss > 0.06) {
    float fresnel = 0.04 + 0.96 * pow(1.0 - max(dot(s.normal, view), 0.0), 5.0);
    vec3 mirrored = reflect(-view, s.normal);
    mirrored.z = abs(mirrored.z);
    float shine = s.gloss * (vKind == 3 ? max(fresnel, 0.13) : fresnel);
    color = mix(color, skyAt(mirrored) * mix(0.6, 1.0, min(1.0, open)), clamp(shine, 0.0, 1.0));
    vec3 halfway = normalize(view + sunDirection);
    color += sunColor * sunlit * s.gloss * 0.6 * pow(max(dot(s.normal, halfway), 0.0), 90.0);
  }
  #endif
  float away = length(cameraAt - vPosition);
  float clear = exp(-away / visibility);
  outColor = vec4(mix(horizonColor * 0.92, color, clear), away);
}`;

export const DEPTH_FRAGMENT = /* glsl */ `
precision highp float;
layout(location = 0) out vec4 outColor;
void main() { outColor = vec4(1.0); }`;
