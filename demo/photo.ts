import sharp from 'sharp';
import { distanceTo, projectPolygon, type Camera } from './camera.ts';
import { groundFaces, randomFrom, standingFaces, type Face } from './site.ts';

/** Where the sample site lies: beside Waco, Texas, degrees. */
export const SITE = { latitude: 31.5208, longitude: -97.1583 } as const;

/** A waypoint flown on every visit: metres from the site's middle, degrees. */
export type Waypoint = {
  name: string;
  east: number;
  north: number;
  altitude: number;
  yaw: number;
  pitch: number;
};

export const WAYPOINTS: readonly Waypoint[] = [
  { name: 'South', east: 0, north: -120, altitude: 60, yaw: 0, pitch: -28 },
  { name: 'South-east', east: 95, north: -95, altitude: 60, yaw: 315, pitch: -28 },
  { name: 'East', east: 130, north: 0, altitude: 60, yaw: 270, pitch: -28 },
  { name: 'West', east: -130, north: -10, altitude: 60, yaw: 90, pitch: -28 },
  { name: 'Entrance', east: -10, north: -70, altitude: 25, yaw: 10, pitch: -18 },
  { name: 'Overhead', east: 0, north: 0, altitude: 110, yaw: 0, pitch: -90 },
];

const WIDTH = 2000;
const HEIGHT = 1500;
const EARTH_RADIUS = 6_378_137;

/** Which photo: `local` is the camera's clock, 'YYYY-MM-DDTHH:MM:SS'; `site` where the middle of the site lies. */
export type Shot = { waypoint: Waypoint; week: number; local: string; site: Position };
export type Position = { latitude: number; longitude: number };

/** One sample photo as a JPEG with the EXIF and XMP that a DJI camera writes. */
export async function takePhoto({ waypoint, week, local, site }: Shot): Promise<Buffer> {
  const random = randomFrom(week * 101 + WAYPOINTS.indexOf(waypoint));
  const hover = () => (random() - 0.5) * 2;
  const pose = {
    east: waypoint.east + hover(),
    north: waypoint.north + hover(),
    altitude: waypoint.altitude + hover() * 0.5,
    yaw: waypoint.yaw + hover() * 1.5,
    pitch: Math.max(-90, waypoint.pitch + (waypoint.pitch > -90 ? hover() : 0)),
  };
  const camera: Camera = {
    at: [pose.east, pose.north, pose.altitude],
    yaw: pose.yaw,
    pitch: pose.pitch,
    width: WIDTH,
    height: HEIGHT,
  };
  const light = 0.92 + random() * 0.16;
  const grain = await sharp({
    create: {
      width: WIDTH,
      height: HEIGHT,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 9 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
  return sharp(Buffer.from(drawing(camera, week, light)))
    .composite([{ input: grain, blend: 'soft-light' }])
    .withExif(exifOf(pose, positionOf(site, pose), local))
    .withXmp(xmpOf(pose))
    .jpeg({ quality: 86 })
    .toBuffer();
}

function drawing(camera: Camera, week: number, light: number): string {
  const standing = standingFaces(week).toSorted(
    (a, b) => distanceTo(camera, b.points) - distanceTo(camera, a.points),
  );
  const faces = [...groundFaces(week), ...standing];
  const paint = ({ points, colour }: Face) => {
    const outline = projectPolygon(camera, points).map(
      ([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`,
    );
    const fill = colour.map((part) => Math.min(255, Math.round(part * light))).join(',');
    return outline.length < 3 ? '' : `<polygon points="${outline.join(' ')}" fill="rgb(${fill})"/>`;
  };
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">
    <rect width="100%" height="100%" fill="rgb(176,202,226)"/>${faces.map(paint).join('')}</svg>`;
}

type Pose = Omit<Waypoint, 'name'>;

const positionOf = (site: Position, { east, north }: Pose): Position => {
  const degrees = 180 / Math.PI / EARTH_RADIUS;
  const parallel = Math.cos((site.latitude * Math.PI) / 180);
  return {
    latitude: site.latitude + north * degrees,
    longitude: site.longitude + (east * degrees) / parallel,
  };
};

/** Degrees, minutes and seconds as EXIF rationals (CIPA DC-008, GPSLatitude). */
function rationals(degrees: number): string {
  const whole = Math.floor(Math.abs(degrees));
  const minutes = (Math.abs(degrees) - whole) * 60;
  const seconds = (minutes - Math.floor(minutes)) * 60;
  return `${whole}/1 ${Math.floor(minutes)}/1 ${Math.round(seconds * 10_000)}/10000`;
}

function exifOf(pose: Pose, { latitude, longitude }: Position, local: string) {
  const taken = local.replaceAll('-', ':').replace('T', ' ');
  return {
    IFD0: { Make: 'DJI', Model: 'FC3682', DateTime: taken, Software: 'Overfly sample data' },
    IFD2: { DateTimeOriginal: taken, FocalLength: '672/100' },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: rationals(latitude),
      GPSLongitudeRef: 'W',
      GPSLongitude: rationals(longitude),
      GPSAltitudeRef: '0',
      GPSAltitude: `${Math.round((142 + pose.altitude) * 100)}/100`,
    },
  };
}

function xmpOf(pose: Pose): string {
  const signed = (value: number) => `${value < 0 ? '' : '+'}${value.toFixed(2)}`;
  const yaw = ((pose.yaw + 540) % 360) - 180;
  return `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="DJI Meta Data" xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/" drone-dji:AbsoluteAltitude="${signed(142 + pose.altitude)}" drone-dji:RelativeAltitude="${signed(pose.altitude)}" drone-dji:GimbalRollDegree="+0.00" drone-dji:GimbalYawDegree="${signed(yaw)}" drone-dji:GimbalPitchDegree="${signed(pose.pitch)}" drone-dji:FlightRollDegree="+0.00" drone-dji:FlightYawDegree="${signed(yaw)}" drone-dji:FlightPitchDegree="+0.00"/></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}
