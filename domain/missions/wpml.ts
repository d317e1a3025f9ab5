import { lensName } from '../lens.ts';
import { type Aircraft, hasOneZoom, lensOn } from './aircraft.ts';
import { type Mission, SPEED, type Waypoint } from './plan.ts';
import type { MissionPoint, Place } from './points.ts';

type Xml = string | number | readonly string[];
export type MissionTakeoff = Place & { elevation: number | null };
export type WpmlMission = {
  waypoints: readonly Waypoint[];
  safeHeight: Mission['safeHeight'];
  takeoff: MissionTakeoff;
  aircraft: Aircraft;
};

/** Decimals: 1 cm, 1 cm and 0.01°. */
const DEGREES = 8;
const METERS = 2;
const ANGLE = 2;

/**
 * The two files of a DJI waypoint mission, WPML 1.0.2 (DJI Cloud API: developer.dji.com/doc/cloud-api-tutorial, DJI
 * WPML; Template.kml, Waylines.wpml and Common Elements). Pilot 2 edits the first and the drone flies the second. All
 * heights are relative to the actual takeoff. `takeOffRefPoint` only shows the pilot where that should be; its
 * altitude is the one that the drone recorded, which may differ from the ellipsoid's.
 */
export const wpmlFiles = (mission: WpmlMission, now: Date): Record<string, string> => ({
  'wpmz/template.kml': kml([
    tag('author', 'Overfly'),
    tag('createTime', now.getTime()),
    tag('updateTime', now.getTime()),
    config(mission, takeoffReference(mission.takeoff)),
    element('Folder', templateFolder(mission)),
  ]),
  'wpmz/waylines.wpml': kml([
    config(mission, [tag('globalRTHHeight', meters(mission.safeHeight))]),
    element('Folder', waylineFolder(mission)),
  ]),
});

const element = (name: string, content: Xml): string =>
  `<${name}>${typeof content === 'object' ? `\n${content.join('\n')}\n` : content}</${name}>`;
const tag = (name: string, content: Xml): string => element(`wpml:${name}`, content);
const meters = (value: number) => value.toFixed(METERS);

const kml = (content: readonly string[]) =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:wpml="http://www.dji.com/wpmz/1.0.2">',
    element('Document', content),
    '</kml>\n',
  ].join('\n');

const takeoffReference = ({ latitude, longitude, elevation }: MissionTakeoff) =>
  elevation === null
    ? []
    : [
        tag(
          'takeOffRefPoint',
          [latitude.toFixed(DEGREES), longitude.toFixed(DEGREES), meters(elevation)].join(','),
        ),
        tag('takeOffRefPointAGLHeight', meters(elevation)),
      ];

/** DJI allows 2 to 1,500 m. */
const securityHeight = (height: number) => Math.min(Math.max(height, 2), 1500);

const config = (
  { safeHeight, aircraft: { drone, camera } }: WpmlMission,
  more: readonly string[],
) =>
  tag('missionConfig', [
    tag('flyToWaylineMode', 'safely'),
    tag('finishAction', 'goHome'),
    tag('exitOnRCLost', 'executeLostAction'),
    tag('executeRCLostAction', 'goBack'),
    tag('takeOffSecurityHeight', meters(securityHeight(safeHeight))),
    tag('globalTransitionalSpeed', SPEED),
    ...more,
    tag('droneInfo', [tag('droneEnumValue', drone[0]), tag('droneSubEnumValue', drone[1])]),
    tag('payloadInfo', [tag('payloadEnumValue', camera), tag('payloadPositionIndex', 0)]),
  ]);

const TURN_MODE = 'toPointAndStopWithDiscontinuityCurvature';
/** The drone looks where it flies, so that its obstacle sensors see ahead, and turns for each photo. */
const HEADING = [
  tag('waypointHeadingMode', 'followWayline'),
  tag('waypointHeadingPathMode', 'followBadArc'),
];

const templateFolder = ({ waypoints, safeHeight, aircraft }: WpmlMission) => [
  tag('templateType', 'waypoint'),
  tag('templateId', 0),
  tag('waylineCoordinateSysParam', [
    tag('coordinateMode', 'WGS84'),
    tag('heightMode', 'relativeToStartPoint'),
    tag('positioningType', 'GPS'),
  ]),
  tag('autoFlightSpeed', SPEED),
  tag('gimbalPitchMode', 'manual'),
  tag('globalHeight', meters(safeHeight)),
  tag('globalWaypointHeadingParam', HEADING),
  tag('globalWaypointTurnMode', TURN_MODE),
  tag('payloadParam', [
    tag('payloadPositionIndex', 0),
    tag('imageFormat', lensesOf(waypoints, aircraft).join(',')),
  ]),
  ...placemarks(waypoints, aircraft, ({ height }) => [
    // Relative to takeoff, as heightMode says.
    tag('ellipsoidHeight', meters(height)),
    tag('height', meters(height)),
    tag('useGlobalHeight', 0),
    tag('useGlobalSpeed', 1),
    tag('useGlobalHeadingParam', 1),
    tag('useGlobalTurnParam', 1),
  ]),
];

const waylineFolder = ({ waypoints, aircraft }: WpmlMission) => [
  tag('templateId', 0),
  tag('executeHeightMode', 'relativeToStartPoint'),
  tag('waylineId', 0),
  tag('autoFlightSpeed', SPEED),
  ...placemarks(waypoints, aircraft, ({ height }) => [
    tag('executeHeight', meters(height)),
    tag('waypointSpeed', SPEED),
    tag('waypointHeadingParam', HEADING),
    tag('waypointTurnParam', [
      tag('waypointTurnMode', TURN_MODE),
      tag('waypointTurnDampingDist', 0),
    ]),
  ]),
];

const lensesOf = (waypoints: readonly Waypoint[], aircraft: Aircraft) => [
  ...new Set(waypoints.flatMap(({ points }) => points.map((point) => lensOn(aircraft, point)))),
];

/** `settings` are the elements that the two files name differently. */
function placemarks(
  waypoints: readonly Waypoint[],
  aircraft: Aircraft,
  settings: (waypoint: Waypoint) => string[],
): string[] {
  const isZoomUsed = waypoints.some(({ points }) => points.some(isZoomed));
  let group = 0;
  let photo = 0;
  return waypoints.map((waypoint, index) => {
    const { longitude, latitude, points } = waypoint;
    const coordinates = `${longitude.toFixed(DEGREES)},${latitude.toFixed(DEGREES)}`;
    const actions = points.flatMap((point) => [
      ...turns(point),
      ...(isZoomed(point) || (isZoomUsed && hasOneZoom(aircraft)) ? zooms(point) : []),
      takesPhoto(lensOn(aircraft, point), ++photo),
    ]);
    return element('Placemark', [
      element('Point', element('coordinates', coordinates)),
      tag('index', index),
      ...settings(waypoint),
      ...(actions.length > 0 ? [actionGroup(group++, index, actions)] : []),
    ]);
  });
}

const actionGroup = (id: number, waypoint: number, actions: readonly Action[]) =>
  tag('actionGroup', [
    tag('actionGroupId', id),
    tag('actionGroupStartIndex', waypoint),
    tag('actionGroupEndIndex', waypoint),
    tag('actionGroupMode', 'sequence'),
    tag('actionTrigger', [tag('actionTriggerType', 'reachPoint')]),
    ...actions.map(([name, parameters], index) =>
      tag('action', [
        tag('actionId', index),
        tag('actionActuatorFunc', name),
        tag(
          'actionActuatorFuncParam',
          Object.entries(parameters).map(([key, value]) => tag(key, value)),
        ),
      ]),
    ),
  ]);

type Action = [name: string, parameters: Record<string, string | number>];

const isZoomed = (point: MissionPoint) => lensName(point) === 'zoom';
/** The main gimbal. */
const CAMERA = { payloadPositionIndex: 0 };

function turns({ yaw, pitch }: MissionPoint): Action[] {
  const heading = yaw.toFixed(ANGLE);
  const gimbal = {
    ...CAMERA,
    gimbalHeadingYawBase: 'north',
    gimbalRotateMode: 'absoluteAngle',
    gimbalPitchRotateEnable: 1,
    gimbalPitchRotateAngle: pitch.toFixed(ANGLE),
    gimbalRollRotateEnable: 0,
    gimbalRollRotateAngle: 0,
    gimbalYawRotateEnable: 1,
    gimbalYawRotateAngle: heading,
    gimbalRotateTimeEnable: 0,
    gimbalRotateTime: 0,
  };
  return [
    ['rotateYaw', { aircraftHeading: heading, aircraftPathMode: 'clockwise' }],
    ['gimbalRotate', gimbal],
  ];
}

/** The focal length is the 35 mm equivalent, as in missions that Pilot 2 exports. */
const zooms = ({ equivalentFocalLength }: MissionPoint): Action[] =>
  equivalentFocalLength ? [['zoom', { ...CAMERA, focalLength: equivalentFocalLength }]] : [];

const takesPhoto = (lens: string, number: number): Action => [
  'takePhoto',
  {
    ...CAMERA,
    fileSuffix: `point${number}`,
    payloadLensIndex: lens,
    useGlobalPayloadLensIndex: 0,
  },
];
