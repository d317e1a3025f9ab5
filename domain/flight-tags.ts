export type Tags = Record<string, unknown>;
/** Tags by block ("ifd0", "exif", "gps") and by XMP namespace ("drone-dji", "xmp"). */
export type Blocks = Record<string, Tags | undefined>;

/** What XMP says of a flight, as it stands there: angles in degrees, pitch 0 ahead and -90 down, yaw from north. */
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
    | 'flightRoll',
    unknown
  >
>;

/**
 * The flight by whichever maker's names the photo has. XMP prefixes and their names: `drone-dji` (DJI, newer
 * Autel; older ones `drone`), `drone-parrot` (Parrot: photo metadata of GroundSDK Tools), `drone-skydio` (Skydio:
 * camera and metadata overview), `Camera` of Pix4D (older Autel).
 */
export function flightTags(blocks: Blocks): FlightTags {
  const { Camera: camera, drone } = blocks;
  const [dji, parrot, skydio] = ['drone-dji', 'drone-parrot', 'drone-skydio'].map(
    (prefix) => blocks[prefix],
  );
  if (dji) return djiFlight(dji);
  if (parrot) return parrotFlight(parrot);
  if (skydio) return skydioFlight(skydio);
  if (drone) return djiFlight(drone);
  return camera && isAutel(blocks) ? autelFlight(camera) : {};
}

/** The band of a picture that has a single one (XMP `BandName` of Pix4D's `Camera` and of DJI); null for any other. */
export function bandName(blocks: Blocks): string | null {
  const names = Object.values(blocks).flatMap((tags) => {
    const said = tags?.['BandName'];
    return Array.isArray(said) ? (said as unknown[]) : (said ?? []);
  });
  const [name] = names;
  return names.length === 1 && typeof name === 'string' ? name : null;
}

/** Early firmware spells the longitude with a t too many. */
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
});

/** Its position is that of EXIF. */
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

/** By Pix4D's names, where a camera that looks down has a pitch of 0, and one that looks ahead of 90. */
function autelFlight(tags: Tags): FlightTags {
  const pitch = tags['Pitch'];
  const isNumber = typeof pitch === 'number' || (typeof pitch === 'string' && pitch.trim() !== '');
  return {
    gimbalYaw: tags['Yaw'],
    gimbalPitch: isNumber ? Number(pitch) - 90 : null,
    gimbalRoll: tags['Roll'],
  };
}

/** Others have other angles in Pix4D's names. */
function isAutel({ ifd0 = {} }: Blocks): boolean {
  const make = ifd0['Make'];
  return typeof make === 'string' && /autel/i.test(make);
}

const structIn = (value: unknown): Tags =>
  typeof value === 'object' && value !== null ? { ...value } : {};
