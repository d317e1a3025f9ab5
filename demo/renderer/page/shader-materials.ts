/** GLSL of each surface kind's appearance, and of measurements by instruments other than a camera. */
export const MATERIALS_GLSL = /* glsl */ `
struct Surface { vec3 albedo; vec3 normal; float gloss; float through; };

vec2 across(vec3 p, vec3 n) {
  vec3 a = abs(n);
  return a.z > 0.6 ? p.xy : (a.x > a.y ? p.yz : p.xz);
}

/** Measurements: height in meters, temperature in degrees Celsius, reflectance in red and near infrared. */
vec4 measured(Surface s, vec3 p, int kind, float warm) {
  float dark = 1.0 - dot(s.albedo, vec3(0.3, 0.5, 0.2));
  float leafy = kind == 4 ? 1.0 : kind == 5 ? smoothstep(-0.004, 0.03, s.albedo.g - s.albedo.r) : 0.0;
  float built = kind == 5 || kind == 4 ? 0.0 : 1.0;
  float heat = 21.0 + warm * dark * mix(17.0, 5.0, leafy) + built * 2.0 - s.gloss * 3.0 - wetness * 3.0;
  heat += (noise(p.xy, 4.3).b - 0.5) * 0.8;
  float infrared = mix(s.albedo.r * 1.22 + 0.02, 0.36 + 0.35 * s.albedo.g, leafy);
  return vec4(p.z, heat, s.albedo.r, kind == 3 ? 0.05 : infrared);
}

/** The ground comes from the fine picture on the site, from the coarse one around it, and from noise farther away. */
Surface groundOf(vec3 p, vec3 n) {
  float far = max(abs(p.x), abs(p.y));
  vec4 ground = vec4(0.0);
  if (far < fineReach) ground = texture(fineMap, p.xy / (2.0 * fineReach) + 0.5, -1.0);
  if (far > 0.96 * fineReach && far < wideReach) {
    vec4 mid = texture(wideMap, p.xy / (2.0 * wideReach) + 0.5, -1.0);
    mid.rgb *= 1.0 - 0.3 * wetness;
    float coarse = exp(-length(p - cameraAt) / (grainReach * 2.5));
    mid.rgb *= 1.0 + ((noise(p.xy, 9.0).b - 0.5) * 0.5 + (noise(p.xy, 3.9).g - 0.5) * 0.35) * coarse;
    ground = mix(ground, mid, smoothstep(0.96, 1.0, far / fineReach));
  }
  if (far > 0.9 * wideReach) {
    vec2 parcel = floor(vec2(p.x / 310.0 + 0.2 * cloud(p.xy, 4000.0), p.y / 420.0));
    float kind = fract(sin(dot(parcel, vec2(12.9898, 78.233))) * 43758.5453);
    vec3 field = mix(vec3(0.085, 0.1, 0.045), vec3(0.2, 0.175, 0.11), smoothstep(0.3, 0.8, kind));
    field *= 0.7 + 0.6 * cloud(p.xy, 700.0);
    ground = mix(ground, vec4(field, 0.0), smoothstep(0.9, 1.0, far / wideReach));
  }
  vec3 bumped = n;
  float fade = exp(-length(p - cameraAt) / grainReach);
  if (fade > 0.05) {
    vec4 grain = noise(p.xy, 2.3);
    float fine = noise(p.xy, 0.61).b;
    ground.rgb *= 1.0 + (grain.b * 0.6 + fine * 0.4 - 0.5) * 0.4 * fade;
    bumped = normalize(n - vec3(grain.b - 0.5, fine - 0.5, 0.0) * 0.5 * fade * (1.0 - ground.a));
  }
  if (n.z < 0.93) {
    vec3 cut = linear(vec3(0.55, 0.45, 0.36)) * (0.55 + 0.9 * noise(vec2(p.x + p.y, p.z * 2.5), 4.0).g);
    ground.rgb = mix(cut, ground.rgb, smoothstep(0.72, 0.93, n.z) * 0.7);
  }
  return Surface(ground.rgb, bumped, ground.a, 0.0);
}

// A software renderer computes every branch for every pixel, so ground, trees and everything else
// have separate shaders with only the code they need.
Surface surfaceOf(int kind, vec3 color, vec3 p, vec3 n) {
  #ifdef ONLY_GROUND
  return groundOf(p, n);
  #else
  vec2 q = across(p, n);
  vec3 base = linear(color);
  float dirt = cloud(q, 7.0) * 0.6 + cloud(q + 3.7, 1.9) * 0.4;
  Surface s = Surface(base * (0.9 + 0.2 * dirt), n, 0.04, 0.0);
  if (kind == 4) {
    s.albedo = base * (0.8 + 0.4 * noise(p.xy + p.z, 3.0).b);
    s.gloss = 0.02; s.through = 0.35;
  }
  #ifndef ONLY_TREES
  if (kind == 1) {
    float runs = abs(n.z) < 0.5 ? noise(vec2(q.x, q.y * 0.12), 2.5).g : cloud(q, 3.1);
    s.albedo = base * (0.72 + 0.34 * dirt + 0.22 * runs);
    s.albedo *= 1.0 + (noise(q, 0.9).b - 0.5) * 0.12;
  } else if (kind == 2) {
    float along = abs(n.z) > 0.6 ? p.x + p.y : (abs(n.x) > abs(n.y) ? p.y : p.x);
    float rib = sin(along * 22.0);
    vec3 side = abs(n.x) > abs(n.y) ? vec3(0.0, 1.0, 0.0) : vec3(1.0, 0.0, 0.0);
    s.normal = normalize(n + side * rib * 0.35);
    s.albedo = base * (0.82 + 0.3 * dirt) * (0.93 + 0.07 * cos(along * 22.0));
    s.gloss = 0.12;
  } else if (kind == 3) {
    vec2 pane = floor(q / vec2(1.45, 3.6));
    float lit = fract(sin(dot(pane, vec2(12.9898, 78.233))) * 43758.5453);
    s.albedo = base * (0.35 + 0.9 * lit * lit);
    s.normal = normalize(n + (vec3(lit, fract(lit * 7.0), fract(lit * 13.0)) - 0.5) * 0.02);
    s.gloss = 1.0;
  } else if (kind == 6) {
    float clods = noise(q, 2.6).a * 0.5 + noise(q, 1.1).b * 0.5;
    s.albedo = base * (0.55 + 0.45 * dirt + 0.42 * clods) * mix(1.0, 0.62, wetness);
    s.normal = normalize(n + vec3(noise(q, 1.7).r - 0.5, noise(q + 5.0, 1.7).g - 0.5, 0.0) * 0.7);
  } else if (kind == 7) {
    float row = floor(q.y / 0.3);
    float tile = fract(sin(dot(vec2(row, floor((q.x + row * 0.37) / 0.5)), vec2(12.9898, 78.233))) * 43758.5453);
    s.albedo = base * (0.72 + 0.3 * tile + 0.24 * dirt);
  } else if (kind == 8) {
    float row = floor(q.y / 0.24);
    float stone = fract(sin(dot(vec2(row, floor(q.x / 0.6 + row * 0.5)), vec2(39.3468, 11.135))) * 24634.6345);
    s.albedo = base * (0.86 + 0.2 * stone + 0.1 * dirt);
  } else if (kind == 9) {
    vec2 seam = abs(fract(p.xy / vec2(2.0, 30.0)) - 0.5);
    float line = smoothstep(0.47, 0.5, seam.x);
    s.albedo = base * (0.8 + 0.24 * dirt) * (1.0 - 0.18 * line);
    s.albedo *= 1.0 - 0.25 * smoothstep(0.56, 0.72, cloud(p.xy, 17.0));
  } else if (kind == 10) {
    float worn = noise(q, 0.9).b * 0.5 + dirt * 0.5;
    s.albedo = mix(vec3(0.1), base, 0.45 + 0.5 * smoothstep(0.25, 0.55, worn));
  } else if (kind == 11) {
    s.gloss = 0.8; s.albedo = base * (0.9 + 0.2 * cloud(q, 1.3));
    s.normal = normalize(n + vec3(noise(q, 1.9).rg - 0.5, 0.0) * 0.12);
  } else if (kind == 12) {
    s.albedo = base * (0.5 + 0.5 * step(0.5, fract(q.y * 5.0)));
  }
  #endif
  return s;
  #endif
}
`;
