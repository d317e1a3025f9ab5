export type Tags = Record<string, unknown>;
/** Photo metadata: `exif` by Exif 3.0 tag names, `xmp` by names without the prefix, `iptc` by IPTC names. */
export type Blocks = { exif?: Tags; xmp?: Tags; iptc?: Tags };

/** Flight data as written in XMP: angles in degrees, pitch 0 forward and -90 down, yaw from north. */
export type FlightTags = Partial<
  Record<
    | 'latitude'
    | 'longitude'
    | 'altitude'
    | 'relativeAltitude'
    | 'gimbalYaw'
    | 'gimbalPitch'
    | 'gimbalRoll'
    | 'flightYaw'
    | 'flightPitch'
    | 'flightRoll'
    | 'imageSource'
    | 'aircraftModel'
    | 'aircraftSerial',
    unknown
  >
>;

/**
 * XMP prefixes: `drone-dji` (DJI, newer Autel; older ones `drone`), `drone-parrot` (Parrot GroundSDK Tools: photo
 * metadata), `drone-skydio` (Skydio: camera and metadata overview), Pix4D's `Camera` (older Autel).
 */
export function flightTags(blocks: Blocks): FlightTags {
  const { xmp = {} } = blocks;
  if ('CameraYawDegree' in xmp) return parrotFlight(xmp);
  if ('CameraOrientationNED' in xmp) return skydioFlight(xmp);
  const hasGimbal = 'GimbalYawDegree' in xmp || 'GimbalPitchDegree' in xmp;
  return !hasGimbal && isAutel(blocks) ? autelFlight(xmp) : djiFlight(xmp);
}

const djiFlight = (tags: Tags): FlightTags => ({
  latitude: tags['GpsLatitude'],
  longitude: tags['GpsLongitude'] ?? tags['GpsLongtitude'],
  altitude: tags['AbsoluteAltitude'],
  relativeAltitude: tags['RelativeAltitude'],
  gimbalYaw: tags['GimbalYawDegree'],
  gimbalPitch: tags['GimbalPitchDegree'],
  gimbalRoll: tags['GimbalRollDegree'],
  flightYaw: tags['FlightYawDegree'],
  flightPitch: tags['FlightPitchDegree'],
  flightRoll: tags['FlightRollDegree'],
  imageSource: tags['ImageSource'],
  aircraftModel: tags['DroneModel'],
  aircraftSerial: tags['DroneSerialNumber'],
});

const parrotFlight = (tags: Tags): FlightTags => ({
  gimbalYaw: tags['CameraYawDegree'],
  gimbalPitch: tags['CameraPitchDegree'],
  gimbalRoll: tags['CameraRollDegree'],
  flightYaw: tags['DroneYawDegree'],
  flightPitch: tags['DronePitchDegree'],
  flightRoll: tags['DroneRollDegree'],
});

function skydioFlight(tags: Tags): FlightTags {
  const [camera, vehicle] = [
    structIn(tags['CameraOrientationNED']),
    structIn(tags['VehicleOrientationNED']),
  ];
  return {
    latitude: tags['Latitude'],
    longitude: tags['Longitude'],
    altitude: tags['AbsoluteAltitude'],
    relativeAltitude: tags['RelativeAltitude'],
    gimbalYaw: camera['Yaw'],
    gimbalPitch: camera['Pitch'],
    gimbalRoll: camera['Roll'],
    flightYaw: vehicle['Yaw'],
    flightPitch: vehicle['Pitch'],
    flightRoll: vehicle['Roll'],
  };
}

/** In Pix4D's tags, pitch is 0 straight down and 90 forward. */
function autelFlight(tags: Tags): FlightTags {
  const pitch = tags['Pitch'];
  const isNumber = typeof pitch === 'number' || (typeof pitch === 'string' && pitch.trim() !== '');
  return {
    gimbalYaw: tags['Yaw'],
    gimbalPitch: isNumber ? Number(pitch) - 90 : null,
    gimbalRoll: tags['Roll'],
  };
}

/** Other makers use the Pix4D tags with different angles. */
function isAutel({ exif = {}, xmp = {} }: Blocks): boolean {
  const make = exif['Make'] ?? xmp['Make'];
  return typeof make === 'string' && /autel/i.test(make);
}

const structIn = (value: unknown): Tags =>
  typeof value === 'object' && value !== null ? { ...value } : {};
