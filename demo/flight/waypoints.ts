import { between, randomOf } from './random.ts';

/** Every visit flies all waypoints. In meters from the site's center and degrees; yaw is clockwise from north. */
export type Waypoint = {
  name: string;
  slug: string;
  east: number;
  north: number;
  altitude: number;
  yaw: number;
  pitch: number;
};

/** The drone's actual position and the camera's exposure. `light` is 1 for the metered exposure. */
export type Pose = Omit<Waypoint, 'name' | 'slug'> & { light: number; warmth: number };

export const WAYPOINTS: readonly Waypoint[] = [
  {
    name: 'Southeast',
    slug: 'south-east',
    east: 84,
    north: -116,
    altitude: 62,
    yaw: 322,
    pitch: -27,
  },
  {
    name: 'Southwest',
    slug: 'south-west',
    east: -98,
    north: -98,
    altitude: 56,
    yaw: 45,
    pitch: -30,
  },
  {
    name: 'Northwest',
    slug: 'north-west',
    east: -92,
    north: 88,
    altitude: 66,
    yaw: 135,
    pitch: -33,
  },
  {
    name: 'Northeast',
    slug: 'north-east',
    east: 98,
    north: 92,
    altitude: 60,
    yaw: 226,
    pitch: -30,
  },
  { name: 'Entrance', slug: 'entrance', east: 20, north: -94, altitude: 34, yaw: 352, pitch: -24 },
  { name: 'Courtyard', slug: 'courtyard', east: 10, north: 66, altitude: 44, yaw: 196, pitch: -38 },
  { name: 'Overhead', slug: 'overhead', east: 4, north: -6, altitude: 104, yaw: 0, pitch: -90 },
  {
    name: 'Overhead building',
    slug: 'overhead-building',
    east: -18,
    north: -12,
    altitude: 70,
    yaw: 0,
    pitch: -90,
  },
];

/** Horizontal, in degrees, for a 24 mm equivalent lens on a 4:3 sensor. */
export const FIELD_OF_VIEW = 71.6;

/** The pose on a visit is up to a meter and three degrees off the waypoint, with a slightly different exposure. */
export function poseOf(waypoint: Waypoint, week: number): Pose {
  const random = randomOf(`pose ${waypoint.slug}`, week);
  const off = (most: number) => between(random, -most, most);
  const isDown = waypoint.pitch <= -90;
  return {
    east: waypoint.east + off(1),
    north: waypoint.north + off(1),
    altitude: waypoint.altitude + off(0.7),
    yaw: (waypoint.yaw + off(3) + 360) % 360,
    pitch: isDown ? -90 : waypoint.pitch + off(1.2),
    light: 1 + off(0.09),
    warmth: off(0.03),
  };
}
