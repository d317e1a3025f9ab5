import type { Project } from '#domain/projects.ts';
import { projectStatusLabel } from '#domain/project-status.ts';
import type { Marker } from '#web/map/frame/messages.ts';

/** How near the map is when it shows one project. */
export const PROJECT_ZOOM = 14;

type Place = { latitude: number; longitude: number };

/** Where a project is; null when nobody has said so. */
export const placeOf = ({ latitude, longitude }: Project): Place | null =>
  latitude === null || longitude === null ? null : { latitude, longitude };

/** Shown while no project has coordinates, so that the map is not without anything. */
const SAMPLE: Marker = {
  projectId: 'sample',
  name: 'Sample project',
  detail: 'Your projects appear here once they have coordinates.',
  latitude: 32.7767,
  longitude: -96.797,
};

/** The markers of the projects that have coordinates, or the sample. */
export function markersOf(projects: readonly Project[]): Marker[] {
  const markers = projects.flatMap((project) => {
    const place = placeOf(project);
    const { id, name, address, status } = project;
    return place
      ? [{ projectId: id, name, detail: address ?? projectStatusLabel(status), ...place }]
      : [];
  });
  return markers.length > 0 ? markers : [SAMPLE];
}

/**
 * Where a person gets the way to a place. Apple's devices open their own maps, all others the one that
 * answers this address: https://developers.google.com/maps/documentation/urls/get-started#directions-action
 */
export function directionsUrl({ latitude, longitude }: Place, platform: string): string {
  const place = encodeURIComponent(`${latitude},${longitude}`);
  return /mac|iphone|ipad|ipod/i.test(platform)
    ? `https://maps.apple.com/?daddr=${place}`
    : `https://www.google.com/maps/dir/?api=1&destination=${place}`;
}
