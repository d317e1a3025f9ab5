import type { ShareSwitches } from '#domain/share-links.ts';

type Names = readonly (readonly [keyof ShareSwitches, string])[];

const PARTS: Names = [
  ['showPhotos', 'photos'],
  ['showVideos', 'videos'],
  ['showMaps', 'maps'],
  ['showDocuments', 'documents'],
];
const EXTRAS: Names = [
  ['showTimelapses', 'time-lapses'],
  ['allowDownload', 'downloads'],
  ['showPositions', 'photo positions'],
];

const namesOf = (link: ShareSwitches, names: Names): string[] =>
  names.flatMap(([key, name]) => (link[key] ? [name] : []));

/** Which parts of a project visitors get, when not all, and what beside them. */
export function shownOf(link: ShareSwitches): string {
  const parts = namesOf(link, PARTS);
  const extras = namesOf(link, EXTRAS);
  const only = parts.length > 0 ? `Only ${parts.join(', ')}` : 'Project information only';
  return [
    ...(parts.length < PARTS.length ? [only] : []),
    extras.length > 0 ? `With ${extras.join(', ')}` : 'View only',
  ].join(' · ');
}
