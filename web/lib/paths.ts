import { isStaffRole, type Role } from '#domain/roles.ts';

/** The router's patterns: `<Link to={ROUTES.project} params={{ id }}>`. */
export const ROUTES = {
  auth: '/auth',
  verify: '/auth/verify',
  newAddress: '/auth/new-address',
  recovery: '/auth/recovery',
  invitation: '/auth/invitation',
  setup: '/setup',
  dashboard: '/dashboard',
  projects: '/dashboard/projects',
  project: '/dashboard/projects/$id',
  map: '/dashboard/map',
  week: '/dashboard/projects/$projectId/week/$submissionId',
  viewpoint: '/dashboard/projects/$projectId/viewpoints/$viewpointId',
  pins: '/dashboard/pins',
  pin: '/dashboard/pins/$pinId',
  sharing: '/dashboard/sharing',
  downloads: '/dashboard/downloads',
  support: '/dashboard/support',
  account: '/dashboard/account',
  operator: '/operator',
  clients: '/operator/clients',
  companies: '/operator/companies',
  companyProjects: '/operator/companies/$companyId',
  allProjects: '/operator/projects',
  operatorProject: '/operator/projects/$projectId',
  operatorViewpoint: '/operator/projects/$projectId/viewpoints/$viewpointId',
  unplacedPhotos: '/operator/projects/$projectId/unplaced-photos',
  calendar: '/operator/calendar',
  submissions: '/operator/content',
  submission: '/operator/content/$submissionId',
  videos: '/operator/videos',
  files: '/operator/files',
  card: '/operator/card',
  operatorPins: '/operator/pins',
  operatorPin: '/operator/pins/$pinId',
  operatorSharing: '/operator/sharing',
  formSubmissions: '/operator/submissions',
  bin: '/operator/bin',
  audit: '/operator/audit',
  settings: '/operator/settings',
  settingsSection: '/operator/settings/$section',
  integrations: '/operator/settings/integrations',
  system: '/operator/system',
  operatorAccount: '/operator/account',
} as const;

/** URLs outside the router: other pages of the build, the API, and the live channel. */
export const ADDRESSES = {
  home: '/',
  api: '/api',
  alive: '/api/health/live',
  live: '/api/live',
  uploads: '/api/uploads',
  mapFrame: '/map/frame',
  providerSignIn: '/api/session/oidc',
  pinExport: '/api/pins',
  inboxExport: '/api/operator/form-submissions/export',
} as const;

/** See server/submissions/embedded-map-page.ts. */
export const embeddedMapPath = (submissionId: string): string => `/embedded-maps/${submissionId}`;

/** See server/submissions/drive-preview-page.ts. */
export const drivePreviewPath = (submissionId: string, linkId: string): string =>
  `/drive-previews/${submissionId}/${linkId}`;

/** A frame that shows what a share link would show; see server/sharing/share-links/preview.ts. */
export const previewPath = (submissionId: string): string => `/previews/${submissionId}`;

/** The start page after sign-in. */
export const homeOf = ({ role }: { role: Role }): string =>
  isStaffRole(role) ? ROUTES.operator : ROUTES.dashboard;

/**
 * The path to open after sign-in if it is one of ours that needs sign-in, otherwise null. Rejects all spellings of
 * other hosts ('//host', '/\host', 'https:host').
 */
export function safeNextPath(next: unknown): string | null {
  if (typeof next !== 'string' || !next.startsWith('/')) return null;
  const origin = 'https://own.invalid';
  let url: URL;
  try {
    url = new URL(next, origin);
  } catch {
    return null;
  }
  const areas = [ROUTES.dashboard, ROUTES.operator];
  const isOurs = areas.some((area) => url.pathname === area || url.pathname.startsWith(`${area}/`));
  return url.origin === origin && isOurs ? `${url.pathname}${url.search}${url.hash}` : null;
}

export const liveUrl = (origin: string): string =>
  `${origin.replace(/^http/, 'ws')}${ADDRESSES.live}`;
