import { fromSite, type Position, toUtm14 } from './geodesy.ts';
import { SITE } from './place.ts';
import type { Pose } from './waypoints.ts';
import {
  ascii,
  byte,
  bytes,
  directory,
  long,
  ratio,
  short,
  signedRatio,
  tiffHead,
} from './tiff-directory.ts';

/** Data that a camera adds to a picture. `local` is its clock ('YYYY-MM-DDTHH:MM:SS'). */
export type Capture = { pose: Pose; local: string; site: Position };

/**
 * Replaces a JPEG's metadata with EXIF 2.3 and the XMP of a DJI camera (namespace http://www.dji.com/drone-dji/1.0/).
 * The pixels don't change.
 */
export function withCapture(jpeg: Uint8Array, capture: Capture): Buffer {
  const segments = [
    segment(Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifOf(capture)])),
    segment(Buffer.from(`http://ns.adobe.com/xap/1.0/\0${xmpOf(capture)}`, 'latin1')),
  ];
  return Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments, bodyOf(Buffer.from(jpeg))]);
}

const segment = (payload: Buffer): Buffer => {
  const head = Buffer.from([0xff, 0xe1, 0, 0]);
  head.writeUInt16BE(payload.length + 2, 2);
  return Buffer.concat([head, payload]);
};

function bodyOf(jpeg: Buffer): Buffer {
  let at = 2;
  while (jpeg[at] === 0xff && (jpeg[at + 1] === 0xe0 || jpeg[at + 1] === 0xe1)) {
    at += 2 + jpeg.readUInt16BE(at + 2);
  }
  return jpeg.subarray(at);
}

/** Returns degrees, minutes and seconds as fractions. */
function sexagesimal(degrees: number): number[] {
  const whole = Math.floor(Math.abs(degrees));
  const minutes = Math.floor((Math.abs(degrees) - whole) * 60);
  const seconds = ((Math.abs(degrees) - whole) * 60 - minutes) * 60;
  return [whole, 1, minutes, 1, Math.round(seconds * 10_000), 10_000];
}

function exifOf(capture: Capture): Buffer {
  const taken = capture.local.replaceAll('-', ':').replace('T', ' ');
  const start = tiffHead();
  const exifAt = start.length + directory(mainFields(taken, 0, 0), start.length).length;
  const exif = directory(cameraFields(capture.pose, taken), exifAt);
  const gpsAt = exifAt + exif.length;
  const main = directory(mainFields(taken, exifAt, gpsAt), start.length);
  return Buffer.concat([start, main, exif, directory(gpsFields(capture), gpsAt)]);
}

const mainFields = (taken: string, exifAt: number, gpsAt: number) => [
  ascii(0x010e, 'default'),
  ascii(0x010f, 'DJI'),
  ascii(0x0110, 'FC3682'),
  short(0x0112, 1),
  ratio(0x011a, 72, 1),
  ratio(0x011b, 72, 1),
  short(0x0128, 2),
  ascii(0x0131, 'Overfly sample data'),
  ascii(0x0132, taken),
  short(0x0213, 1),
  long(0x8769, exifAt),
  long(0x8825, gpsAt),
];

const cameraFields = (pose: Pose, taken: string) => [
  ratio(0x829a, 1, shutterOf(pose)),
  ratio(0x829d, 28, 10),
  short(0x8822, 2),
  short(0x8827, 100),
  bytes(0x9000, '0230'),
  ascii(0x9003, taken),
  ascii(0x9004, taken),
  signedRatio(0x9204, 0, 32),
  ratio(0x9205, 297, 100),
  short(0x9207, 2),
  short(0x9209, 0),
  ratio(0x920a, 672, 100),
  short(0xa001, 1),
  long(0xa002, PHOTO.width),
  long(0xa003, PHOTO.height),
  short(0xa402, 0),
  short(0xa403, 0),
  ratio(0xa404, 1, 1),
  short(0xa405, 24),
  short(0xa406, 0),
];

function gpsFields({ pose, site }: Capture) {
  const { latitude, longitude } = fromSite(site, pose.east, pose.north);
  return [
    byte(0, 2, 3, 0, 0),
    ascii(1, latitude < 0 ? 'S' : 'N'),
    ratio(2, ...sexagesimal(latitude)),
    ascii(3, longitude < 0 ? 'W' : 'E'),
    ratio(4, ...sexagesimal(longitude)),
    byte(5, 0),
    ratio(6, Math.round((SITE.altitude + pose.altitude) * 1000), 1000),
  ];
}

export const PHOTO = { width: 3600, height: 2700 } as const;

const shutterOf = ({ light }: Pose): number => Math.round(640 / light);

function xmpOf({ pose, local, site }: Capture): string {
  const signed = (value: number, digits = 2) => `${value < 0 ? '' : '+'}${value.toFixed(digits)}`;
  const yaw = ((pose.yaw + toUtm14(site).convergence + 540) % 360) - 180;
  const { latitude, longitude } = fromSite(site, pose.east, pose.north);
  const fields = {
    GpsLatitude: signed(latitude, 7),
    GpsLongitude: signed(longitude, 7),
    AbsoluteAltitude: signed(SITE.altitude + pose.altitude),
    RelativeAltitude: signed(pose.altitude),
    GimbalRollDegree: '+0.00',
    GimbalYawDegree: signed(yaw),
    GimbalPitchDegree: signed(pose.pitch),
    FlightRollDegree: signed(pose.warmth * 60),
    FlightYawDegree: signed(yaw),
    FlightPitchDegree: signed((pose.light - 1) * 30),
    CamReverse: '0',
    GimbalReverse: '0',
    DroneModel: 'DJI Mini 3 Pro (sample)',
    DroneSerialNumber: 'SAMPLE0000001',
  };
  const drone = Object.entries(fields).map(([name, value]) => `drone-dji:${name}="${value}"`);
  return `<?xpacket begin="\u00ef\u00bb\u00bf" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="DJI Meta Data"
    xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
    xmlns:xmp="http://ns.adobe.com/xap/1.0/"
    xmlns:drone-dji="http://www.dji.com/drone-dji/1.0/"
   xmp:ModifyDate="${local.slice(0, 10)}"
   xmp:CreateDate="${local.slice(0, 10)}"
   tiff:Make="DJI"
   tiff:Model="FC3682"
   ${drone.join('\n   ')}/>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
}
