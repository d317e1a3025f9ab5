import { lensName } from '../lens.ts';
import { type Aircraft, hasOneZoom, lensOn } from './aircraft.ts';
import { SPEED, type Stop } from './plan.ts';
import type { MissionPoint, Place } from './points.ts';

export type WpmlMission = {
  waypoints: readonly Stop[];
  safeHeight: number;
  takeoff: Place & { elevation: number | null };
  aircraft: Aircraft;
};

/**
 * The two files of a DJI waypoint mission, WPML 1.0.2. Pilot 2 edits the first, and the drone flies the second. Source:
 * developer.dji.com/doc/cloud-api-tutorial/en/api-reference/dji-wpml: template-kml.html, waylines-wpml.html and
 * common-element.html. All heights are relative to the actual takeoff. `takeOffRefPoint` only shows the pilot where that
 * should be. DJI wants its ellipsoid height, but photos have the altitude that the drone recorded, which may differ. The
 * optional `takeOffRefPointAGLHeight` is left out for the same reason.
 */
export const wpmlFiles = (mission: WpmlMission, now: Date): Record<string, string> => ({
  'wpmz/template.kml': kml({
    author: 'Overfly',
    createTime: now.getTime(),
    updateTime: now.getTime(),
    missionConfig: { ...config(mission), ...takeoffReference(mission) },
    Folder: templateFolder(mission),
  }),
  'wpmz/waylines.wpml': kml({
    missionConfig: { ...config(mission), globalRTHHeight: takeoffHeight(mission) },
    Folder: waylineFolder(mission),
  }),
});

type Xml = string | number | readonly Xml[] | { [name: string]: Xml };
const isList = (value: Xml): value is readonly Xml[] => Array.isArray(value);

/** DJI's names start in lower case, those of KML in upper case. A list repeats the element. */
function element(name: string, value: Xml): string {
  if (isList(value)) return value.map((one) => element(name, one)).join('');
  const tag = /^[A-Z]|^coordinates$/.test(name) ? name : `wpml:${name}`;
  const content =
    typeof value === 'object'
      ? Object.entries(value)
          .map(([child, one]) => element(child, one))
          .join('')
      : value;
  return `<${tag}>${content}</${tag}>\n`;
}

const kml = (document: Xml) => `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:wpml="http://www.dji.com/wpmz/1.0.2">
${element('Document', document)}</kml>
`;

/** To 1 cm and 0.01°. */
const degrees = ({ longitude, latitude }: Place) => [longitude.toFixed(8), latitude.toFixed(8)];
const meters = (value: number) => value.toFixed(2);
const angle = meters;

/** At most what DJI allows. */
const takeoffHeight = ({ safeHeight }: WpmlMission) => meters(Math.min(safeHeight, 1500));

const config = (mission: WpmlMission) => ({
  flyToWaylineMode: 'safely',
  finishAction: 'goHome',
  exitOnRCLost: 'executeLostAction',
  executeRCLostAction: 'goBack',
  takeOffSecurityHeight: takeoffHeight(mission),
  globalTransitionalSpeed: SPEED,
  droneInfo: {
    droneEnumValue: mission.aircraft.drone[0],
    droneSubEnumValue: mission.aircraft.drone[1],
  },
  payloadInfo: { payloadEnumValue: mission.aircraft.camera, ...CAMERA },
});

/** The main gimbal. */
const CAMERA = { payloadPositionIndex: 0 };

function takeoffReference({ takeoff }: WpmlMission): Record<string, string> {
  if (takeoff.elevation === null) return {};
  const point = [...degrees(takeoff).toReversed(), meters(takeoff.elevation)];
  return { takeOffRefPoint: point.join(',') };
}

const TURN_MODE = 'toPointAndStopWithDiscontinuityCurvature';
/** The drone looks where it flies, so that its obstacle sensors see ahead, and turns for each photo. */
const HEADING = {
  waypointHeadingMode: 'followWayline',
  waypointHeadingPathMode: 'followBadArc',
};

const templateFolder = (mission: WpmlMission) => ({
  templateType: 'waypoint',
  templateId: 0,
  waylineCoordinateSysParam: {
    coordinateMode: 'WGS84',
    heightMode: 'relativeToStartPoint',
    positioningType: 'GPS',
  },
  autoFlightSpeed: SPEED,
  gimbalPitchMode: 'manual',
  globalHeight: meters(mission.safeHeight),
  globalWaypointHeadingParam: HEADING,
  globalWaypointTurnMode: TURN_MODE,
  payloadParam: { ...CAMERA, imageFormat: lensesOf(mission).join(',') },
  Placemark: placemarks(mission, ({ height }) => ({
    // Only used if heights are above the ellipsoid.
    ellipsoidHeight: meters(height),
    height: meters(height),
    useGlobalHeight: 0,
    useGlobalSpeed: 1,
    useGlobalHeadingParam: 1,
    useGlobalTurnParam: 1,
  })),
});

const waylineFolder = (mission: WpmlMission) => ({
  templateId: 0,
  executeHeightMode: 'relativeToStartPoint',
  waylineId: 0,
  autoFlightSpeed: SPEED,
  Placemark: placemarks(mission, ({ height }) => ({
    executeHeight: meters(height),
    waypointSpeed: SPEED,
    waypointHeadingParam: HEADING,
    waypointTurnParam: { waypointTurnMode: TURN_MODE, waypointTurnDampingDist: 0 },
  })),
});

const pointsOf = ({ waypoints }: WpmlMission) => waypoints.flatMap(({ points }) => points);
const lensesOf = (mission: WpmlMission) => [
  ...new Set(pointsOf(mission).map((point) => lensOn(mission.aircraft, point))),
];

/** `settings` are the elements that the two files name differently. */
function placemarks(mission: WpmlMission, settings: (waypoint: Stop) => Record<string, Xml>) {
  const { waypoints, aircraft } = mission;
  const zoomsAlways = hasOneZoom(aircraft) && pointsOf(mission).some(isZoomed);
  let group = 0;
  let photo = 0;
  return waypoints.map((waypoint, index) => {
    const actions = waypoint.points.flatMap((point) => [
      ...turns(point),
      ...(zoomsAlways || isZoomed(point) ? zooms(point) : []),
      takesPhoto(lensOn(aircraft, point), ++photo),
    ]);
    return {
      Point: { coordinates: degrees(waypoint).join(',') },
      index,
      ...settings(waypoint),
      ...(actions.length > 0 && { actionGroup: actionGroup(group++, index, actions) }),
    };
  });
}

type Action = [name: string, parameters: Record<string, string | number>];

const actionGroup = (id: number, waypoint: number, actions: readonly Action[]) => ({
  actionGroupId: id,
  actionGroupStartIndex: waypoint,
  actionGroupEndIndex: waypoint,
  actionGroupMode: 'sequence',
  actionTrigger: { actionTriggerType: 'reachPoint' },
  action: actions.map(([actionActuatorFunc, actionActuatorFuncParam], actionId) => ({
    actionId,
    actionActuatorFunc,
    actionActuatorFuncParam,
  })),
});

const isZoomed = (point: MissionPoint) => lensName(point) === 'zoom';

const turns = ({ yaw, pitch }: MissionPoint): Action[] => [
  ['rotateYaw', { aircraftHeading: angle(yaw), aircraftPathMode: 'clockwise' }],
  [
    'gimbalRotate',
    {
      ...CAMERA,
      gimbalHeadingYawBase: 'north',
      gimbalRotateMode: 'absoluteAngle',
      gimbalPitchRotateEnable: 1,
      gimbalPitchRotateAngle: angle(pitch),
      gimbalRollRotateEnable: 0,
      gimbalRollRotateAngle: 0,
      gimbalYawRotateEnable: 1,
      gimbalYawRotateAngle: angle(yaw),
      gimbalRotateTimeEnable: 0,
      gimbalRotateTime: 0,
    },
  ],
];

/** The focal length is the 35 mm equivalent, as in missions that Pilot 2 exports. */
const zooms = ({ equivalentFocalLength }: MissionPoint): Action[] =>
  equivalentFocalLength ? [['zoom', { ...CAMERA, focalLength: equivalentFocalLength }]] : [];

const takesPhoto = (payloadLensIndex: string, number: number): Action => [
  'takePhoto',
  { ...CAMERA, fileSuffix: `point${number}`, payloadLensIndex, useGlobalPayloadLensIndex: 0 },
];
