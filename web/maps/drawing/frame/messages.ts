import type { Bounds } from '#domain/rasters.ts';
import type { Units } from '#domain/units.ts';
import type { SurveyLayer } from '../raster-layers.ts';

/** Degrees, WGS 84. */
export type Marker = {
  projectId: string;
  name: string;
  detail: string;
  latitude: number;
  longitude: number;
};

/** An orthophoto to draw at its location; `caption` names its project and day. */
export type SiteLayer = Pick<SurveyLayer, 'id' | 'url' | 'bounds' | 'minZoom' | 'maxZoom'> & {
  caption: string;
};

export type ToFrame =
  | { type: 'map:markers'; markers: Marker[] }
  | { type: 'map:select'; projectId: string | null }
  | { type: 'map:orthophotos'; orthophotos: SiteLayer[] }
  /** With bounds, the map fits them and ignores the zoom. */
  | {
      type: 'map:focus';
      projectId: string;
      latitude: number;
      longitude: number;
      zoom: number;
      bounds: Bounds | null;
    }
  | { type: 'map:units'; units: Units }
  | { type: 'map:scheme'; isDark: boolean };

/** Messages from the map to the portal. `center` is longitude, latitude. */
export type FromFrame =
  | { type: 'map:ready' }
  | { type: 'map:selected'; projectId: string }
  | { type: 'map:moved'; projectId: string; ms: number; center: [number, number]; zoom: number }
  /** `message` is null if the reason is unknown. Markers are still shown. */
  | { type: 'map:failed'; message: string | null };

type Message = Record<string, unknown>;

const MAX_ZOOM = 22;
const MAX_TILE_ZOOM = 24;
const isText = (value: unknown) => typeof value === 'string';
const isWithin = (value: unknown, limit: number) =>
  typeof value === 'number' && Math.abs(value) <= limit;
const isPlace = ({ latitude, longitude }: Message) =>
  isWithin(latitude, 90) && isWithin(longitude, 180);
const isZoom = (value: unknown, most = MAX_ZOOM) => isWithin(value, most) && Number(value) >= 0;
const isObject = (value: unknown): value is Message => typeof value === 'object' && value !== null;

const isMarker = (value: unknown) =>
  isObject(value) &&
  isText(value['projectId']) &&
  isText(value['name']) &&
  isText(value['detail']) &&
  isPlace(value);

const isBounds = (value: unknown) =>
  isObject(value) &&
  isPlace({ latitude: value['south'], longitude: value['west'] }) &&
  isPlace({ latitude: value['north'], longitude: value['east'] });

/** Accepts only tiles from our own server. */
const isOrthophoto = (value: unknown) =>
  isObject(value) &&
  isText(value['id']) &&
  isText(value['caption']) &&
  String(value['url']).startsWith('/media/') &&
  isBounds(value['bounds']) &&
  isZoom(value['minZoom'], MAX_TILE_ZOOM) &&
  isZoom(value['maxZoom'], MAX_TILE_ZOOM);

const TO_FRAME: Record<ToFrame['type'], (message: Message) => boolean> = {
  'map:markers': ({ markers }) => Array.isArray(markers) && markers.every(isMarker),
  'map:select': ({ projectId }) => projectId === null || isText(projectId),
  'map:orthophotos': ({ orthophotos }) =>
    Array.isArray(orthophotos) && orthophotos.every(isOrthophoto),
  'map:focus': (message) =>
    isText(message['projectId']) &&
    isPlace(message) &&
    isZoom(message['zoom']) &&
    (message['bounds'] === null || isBounds(message['bounds'])),
  'map:units': ({ units }) => units === 'metric' || units === 'us',
  'map:scheme': ({ isDark }) => typeof isDark === 'boolean',
};

const FROM_FRAME: Record<FromFrame['type'], (message: Message) => boolean> = {
  'map:ready': () => true,
  'map:selected': ({ projectId }) => isText(projectId),
  'map:moved': ({ projectId, ms, center, zoom }) =>
    isText(projectId) &&
    isWithin(ms, Number.MAX_VALUE) &&
    Array.isArray(center) &&
    isPlace({ longitude: center[0], latitude: center[1] }) &&
    isZoom(zoom),
  'map:failed': ({ message }) => message === null || isText(message),
};

/** The window and origin from which messages are accepted. */
export type MessagePeer = { source: MessageEventSource | null | undefined; origin: string };

function readMessage(
  event: Pick<MessageEvent<unknown>, 'source' | 'origin' | 'data'>,
  peer: MessagePeer,
  checks: Record<string, (message: Message) => boolean>,
): Message | null {
  if (!peer.source || event.source !== peer.source || event.origin !== peer.origin) return null;
  const message = event.data;
  if (!isObject(message) || typeof message['type'] !== 'string') return null;
  if (!Object.hasOwn(checks, message['type']) || !checks[message['type']]?.(message)) return null;
  return message;
}

/** Null if invalid or from another sender. */
export const readToFrame = (event: MessageEvent<unknown>, peer: MessagePeer): ToFrame | null =>
  readMessage(event, peer, TO_FRAME) as ToFrame | null;

/** Null if invalid or from another sender. */
export const readFromFrame = (event: MessageEvent<unknown>, peer: MessagePeer): FromFrame | null =>
  readMessage(event, peer, FROM_FRAME) as FromFrame | null;
