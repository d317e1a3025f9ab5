import type { Element } from '@xmldom/xmldom';
import { expect, it } from 'vitest';
import {
  differences,
  elementsIn as all,
  parseXml as parse,
  readKmz,
  type Shot,
  shotsInCsv,
  shotsInKml,
  textIn as textOf,
} from '#test/fixtures/mission-files.ts';
import { zipTexts } from '../zip.ts';
import { AIRCRAFT, aircraftOf } from './aircraft.ts';
import { litchiCsv } from './litchi.ts';
import { planMission, stopsOf } from './plan.ts';
import type { MissionPoint, Place } from './points.ts';
import { wpmlFiles } from './wpml.ts';

const NOW = new Date('2026-11-28T12:00:00Z');

const pointAt = (shot: Shot, index: number, changes: Partial<MissionPoint> = {}): MissionPoint => ({
  ...shot,
  id: `${index}`,
  name: `Point ${index}`,
  recordedHeight: shot.height,
  isCorrected: true,
  lens: 'wide',
  equivalentFocalLength: 24,
  ...changes,
});

/** Sites in each quarter of the globe, with a negative yaw, across the date line and below takeoff. */
const SITES: Record<string, readonly Shot[]> = {
  texas: [
    { longitude: -97.15725792, latitude: 31.52161425, height: 59.75, yaw: -130.66, pitch: -29.71 },
    { longitude: -97.158177, latitude: 31.52139794, height: 44.01, yaw: -160.86, pitch: -38.86 },
    { longitude: -97.15824919, latitude: 31.52073967, height: 103.46, yaw: 1.73, pitch: -90 },
    // Photos in three directions from one place.
    { longitude: -97.1593535, latitude: 31.51993453, height: 55.57, yaw: 46, pitch: -31 },
    { longitude: -97.1593535, latitude: 31.51993453, height: 55.57, yaw: 136, pitch: -31.5 },
    { longitude: -97.1593535, latitude: 31.51993453, height: 55.57, yaw: -179.96, pitch: 20 },
  ],
  fiji: [
    { longitude: 179.9998, latitude: -16.78123456, height: 40, yaw: 179.9, pitch: -20 },
    { longitude: -179.9997, latitude: -16.7813, height: -12.34, yaw: -0.04, pitch: -45.25 },
  ],
};

function planFor(points: readonly MissionPoint[]) {
  const [takeoff = points[0]] = points;
  if (!takeoff) throw new Error('No points');
  const { waypoints, safeHeight } = withParts(takeoff, points);
  return { waypoints, safeHeight, takeoff: { ...placeOf(takeoff), elevation: 142.25 } };
}

const placeOf = ({ longitude, latitude }: Place): Place => ({ longitude, latitude });

function withParts(takeoff: Place, points: readonly MissionPoint[]) {
  const { parts, safeHeight } = planMission(takeoff, stopsOf(placeOf(takeoff), points));
  expect(parts).toHaveLength(1);
  return { waypoints: parts[0] ?? [], safeHeight };
}

const childrenOf = (element: Element) =>
  [...element.childNodes].filter((node): node is Element => node.nodeType === 1);

it.each(Object.entries(SITES))('a KMZ of %s has the poses of the viewpoints', async (_, shots) => {
  const [aircraft] = AIRCRAFT;
  if (!aircraft) throw new Error('No aircraft');
  const plan = planFor(shots.map((shot, index) => pointAt(shot, index)));
  const zip = zipTexts(wpmlFiles({ ...plan, aircraft }, NOW), NOW);
  const files = await readKmz(Buffer.from(await zip.arrayBuffer()));
  expect([...files.keys()]).toEqual(['wpmz/template.kml', 'wpmz/waylines.wpml']);
  const [template = '', waylines = ''] = files.values();
  expect(differences(shotsInKml(template, 'height'), shots)).toEqual([]);
  expect(differences(shotsInKml(waylines, 'executeHeight'), shots)).toEqual([]);
  const reference = textOf(parse(template), 'wpml:takeOffRefPoint');
  const [latitude, longitude, elevation] = reference.split(',');
  expect({ latitude: Number(latitude), longitude: Number(longitude) }).toEqual(
    placeOf(plan.takeoff),
  );
  expect(elevation).toBe('142.25');
});

const MISSION = `flyToWaylineMode finishAction exitOnRCLost executeRCLostAction takeOffSecurityHeight
  globalTransitionalSpeed droneInfo payloadInfo`;
const PLACEMARK = 'Point index actionGroup?';

/** The documented elements of each element; optional ones end in a question mark. */
const COMMON = {
  kml: 'Document',
  droneInfo: 'droneEnumValue droneSubEnumValue',
  payloadInfo: 'payloadEnumValue payloadPositionIndex',
  Point: 'coordinates',
  waypointHeadingParam: 'waypointHeadingMode waypointHeadingPathMode',
  globalWaypointHeadingParam: 'waypointHeadingMode waypointHeadingPathMode',
  waypointTurnParam: 'waypointTurnMode waypointTurnDampingDist',
  actionGroup: `actionGroupId actionGroupStartIndex actionGroupEndIndex actionGroupMode actionTrigger
    action`,
  actionTrigger: 'actionTriggerType',
  action: 'actionId actionActuatorFunc actionActuatorFuncParam',
  rotateYaw: 'aircraftHeading aircraftPathMode',
  gimbalRotate: `payloadPositionIndex gimbalHeadingYawBase gimbalRotateMode gimbalPitchRotateEnable
    gimbalPitchRotateAngle gimbalRollRotateEnable gimbalRollRotateAngle gimbalYawRotateEnable
    gimbalYawRotateAngle gimbalRotateTimeEnable gimbalRotateTime`,
  zoom: 'payloadPositionIndex focalLength',
  takePhoto: 'payloadPositionIndex fileSuffix payloadLensIndex useGlobalPayloadLensIndex',
};
const DOCUMENTED: Record<string, Record<string, string>> = {
  'wpmz/template.kml': {
    ...COMMON,
    Document: 'author createTime updateTime missionConfig Folder',
    missionConfig: `${MISSION} takeOffRefPoint`,
    Folder: `templateType templateId autoFlightSpeed waylineCoordinateSysParam payloadParam
      globalWaypointTurnMode gimbalPitchMode globalHeight globalWaypointHeadingParam Placemark`,
    waylineCoordinateSysParam: 'coordinateMode heightMode positioningType',
    payloadParam: 'payloadPositionIndex imageFormat',
    Placemark: `${PLACEMARK} useGlobalHeight ellipsoidHeight height useGlobalSpeed
      useGlobalHeadingParam useGlobalTurnParam`,
  },
  'wpmz/waylines.wpml': {
    ...COMMON,
    Document: 'missionConfig Folder',
    missionConfig: `${MISSION} globalRTHHeight`,
    Folder: 'templateId executeHeightMode waylineId autoFlightSpeed Placemark',
    Placemark: `${PLACEMARK} executeHeight waypointSpeed waypointHeadingParam waypointTurnParam`,
  },
};

/** Elements that aren't documented, or that are missing. */
function deviations(element: Element, documented: Record<string, string>): string[] {
  const children = childrenOf(element);
  if (children.length === 0) return [];
  const isAction = element.localName === 'actionActuatorFuncParam';
  const name = isAction
    ? textOf(element.parentNode as Element, 'wpml:actionActuatorFunc')
    : (element.localName ?? '');
  const wanted = (documented[name] ?? '').split(/\s+/);
  const names = new Set(children.map(({ localName }) => localName ?? ''));
  const known = wanted.map((one) => one.replace('?', ''));
  return [
    ...[...names].filter((one) => !known.includes(one)).map((one) => `${one} in ${name}`),
    ...wanted.filter((one) => !one.endsWith('?') && !names.has(one)).map((one) => `no ${one}`),
    ...children.flatMap((child) => deviations(child, documented)),
  ];
}

it('a KMZ has the documented elements and values', async () => {
  const points = (SITES['texas'] ?? []).map((shot, index) =>
    pointAt(shot, index, index === 0 ? { lens: 'zoom', equivalentFocalLength: 162 } : {}),
  );
  for (const aircraft of AIRCRAFT) {
    for (const [path, xml] of Object.entries(wpmlFiles({ ...planFor(points), aircraft }, NOW))) {
      const root = parse(xml);
      expect(deviations(root, DOCUMENTED[path] ?? {})).toEqual([]);
      const indexes = all(root, 'wpml:index').map(({ textContent }) => Number(textContent));
      expect(indexes).toEqual(indexes.map((_, index) => index));
      const textsOf = (name: string) => all(root, `wpml:${name}`).map((one) => one.textContent);
      expect(textsOf('gimbalYawRotateAngle')).toEqual(textsOf('aircraftHeading'));
      // A camera that zooms its only lens has to zoom out again.
      const isOneLens = aircraft.lenses.normal === 'visible';
      expect(new Set(textsOf('focalLength'))).toEqual(new Set(isOneLens ? ['162', '24'] : ['162']));
      for (const heading of textsOf('aircraftHeading'))
        expect(Math.abs(Number(heading))).toBeLessThanOrEqual(180);
      expect(new Set(textsOf('payloadLensIndex'))).toEqual(
        new Set(isOneLens ? ['visible'] : ['zoom', 'wide']),
      );
    }
  }
});

it.each(Object.entries(SITES))('a Litchi CSV of %s has the poses of the viewpoints', (_, shots) => {
  const points = shots.map((shot, index) => pointAt(shot, index));
  const csv = litchiCsv(planFor(points).waypoints);
  expect(csv).toMatch(/^latitude,longitude,altitude\(m\),heading\(deg\),/);
  expect(differences(shotsInCsv(csv), shots)).toEqual([]);
});

it('finds the aircraft that took the photos', () => {
  expect(aircraftOf([null, 'FC3170', 'M3T'])?.name).toBe('Mavic 3 Thermal');
  expect(aircraftOf(['FC3170'])).toBeUndefined();
});
