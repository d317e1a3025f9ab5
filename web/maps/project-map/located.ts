import type { Project } from '#domain/projects.ts';
import { projectStatusLabel } from '#domain/project-status.ts';
import { type Bounds, boundsAround, type SiteOrthophoto, tileUrl } from '#domain/rasters.ts';
import { date } from '#web/lib/formats.ts';
import type { Marker, SiteLayer, ToFrame } from '#web/maps/drawing/frame/messages.ts';

const PROJECT_ZOOM = 14;

type Place = { latitude: number; longitude: number };

export const placeOf = ({ latitude, longitude }: Project): Place | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/** Shown while no project has coordinates. */
const SAMPLE_MARKER: Marker = {
  projectId: 'sample',
  name: 'Sample project',
  detail: 'Your projects appear here once they have coordinates.',
  latitude: 32.7767,
  longitude: -96.797,
};

export function markersOf(projects: readonly Project[]): Marker[] {
  const markers = projects.flatMap((project) => {
    const place = placeOf(project);
    const { id, name, address, status } = project;
    return place
      ? [{ projectId: id, name, detail: address ?? projectStatusLabel(status), ...place }]
      : [];
  });
  return markers.length > 0 ? markers : [SAMPLE_MARKER];
}

export const layersOf = (
  projects: readonly Project[],
  orthophotos: readonly SiteOrthophoto[],
): SiteLayer[] =>
  orthophotos.flatMap(({ projectId, fileId, mediaUrl, day, bounds, minZoom, maxZoom }) => {
    const project = projects.find(({ id }) => id === projectId);
    if (!project) return [];
    const caption = `Orthophoto from ${date(day, project.timeZone)} · ${project.name}`;
    return [{ id: fileId, url: tileUrl(mediaUrl), caption, bounds, minZoom, maxZoom }];
  });

/** The message that moves the map to a project's orthophotos or coordinates; null if it has neither. */
export function focusMessage(
  project: Project,
  orthophotos: readonly SiteOrthophoto[],
): Extract<ToFrame, { type: 'map:focus' }> | null {
  const own = orthophotos.filter(({ projectId }) => projectId === project.id);
  const bounds = boundsAround(own.map((orthophoto) => orthophoto.bounds));
  const place = placeOf(project) ?? (bounds && centerOf(bounds));
  return (
    place && { type: 'map:focus', projectId: project.id, ...place, zoom: PROJECT_ZOOM, bounds }
  );
}

const centerOf = ({ west, south, east, north }: Bounds): Place => ({
  latitude: (south + north) / 2,
  longitude: (west + east) / 2,
});

/**
 * URL for directions: Apple Maps on Apple devices, otherwise Google Maps
 * (https://developers.google.com/maps/documentation/urls/get-started#directions-action).
 */
export function directionsUrl({ latitude, longitude }: Place, platform: string): string {
  const place = encodeURIComponent(`${latitude},${longitude}`);
  return /mac|iphone|ipad|ipod/i.test(platform)
    ? `https://maps.apple.com/?daddr=${place}`
    : `https://www.google.com/maps/dir/?api=1&destination=${place}`;
}
