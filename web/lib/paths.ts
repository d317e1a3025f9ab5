/** The router's patterns: `<Link to={ROUTES.project} params={{ id }}>`. */
export const ROUTES = {
  auth: '/auth',
  verify: '/auth/verify',
  newAddress: '/auth/new-address',
  recovery: '/auth/recovery',
  invitation: '/auth/invitation',
  dashboard: '/dashboard',
  projects: '/dashboard/projects',
  project: '/dashboard/projects/$id',
  week: '/dashboard/projects/$projectId/week/$submissionId',
  sharing: '/dashboard/sharing',
  downloads: '/dashboard/downloads',
  support: '/dashboard/support',
  account: '/dashboard/account',
  operator: '/operator',
  clients: '/operator/clients',
  companies: '/operator/companies',
  companyProjects: '/operator/companies/$companyId',
  allProjects: '/operator/projects',
  submissions: '/operator/content',
  submission: '/operator/content/$submissionId',
  operatorSharing: '/operator/sharing',
  formSubmissions: '/operator/submissions',
  audit: '/operator/audit',
} as const;

/** Addresses outside the router: other pages of the build, the API, and the live channel. */
export const ADDRESSES = {
  home: '/',
  api: '/api',
  alive: '/api/health/live',
  live: '/api/live',
  uploads: '/api/uploads',
  inboxExport: '/api/operator/form-submissions/export',
} as const;

/** Where somebody belongs after sign-in: the operator's own account in the back office. */
export const homeOf = ({ isOperator }: { isOperator: boolean }): string =>
  isOperator ? ROUTES.operator : ROUTES.dashboard;

/**
 * The path to go on to after sign-in, if it is one of ours that needs a sign-in; otherwise null.
 * Refuses other hosts in all their spellings ('//host', '/\host', 'https:host').
 */
export function ownPath(next: unknown): string | null {
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

/** `https:` becomes `wss:`; the live channel is on the page's own host. */
export const liveAddress = (origin: string): string =>
  `${origin.replace(/^http/, 'ws')}${ADDRESSES.live}`;
