import { createRoute, redirect } from '@tanstack/react-router';
import { isStaffRole } from '#domain/roles.ts';
import { SUPPORT_PAGE } from '#domain/support.ts';
import { idInSearch, matching, searchOf } from '#web/lib/search-params.ts';
import { pinSearch } from '#web/files/pins/pin-list.ts';
import { projectSearch } from '#web/projects/project-list.ts';
import { comparisonOf } from '#web/viewpoints/first-look/use-first-look.ts';
import { api } from '#web/lib/api.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { session } from '#web/lib/session.ts';
import { prefetch, lazyScreen, signedInRoute } from '../root-route.tsx';
import { mediaSearch, viewpointSearch, submissionSearch } from './media-search.ts';
import { PortalLayout } from './portal-layout.tsx';

const publishedOf = (projectId: string) =>
  api.submissions.listPublished.queryOptions({ input: { projectId } });

const portalRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: ROUTES.dashboard,
  component: PortalLayout,
});

const home = createRoute({
  getParentRoute: () => portalRoute,
  path: '/',
  loader: ({ context }) =>
    prefetch(
      context,
      api.overview.client.queryOptions(),
      api.submissions.latestCovers.queryOptions(),
    ),
  component: lazyScreen(() => import('./home-screen.tsx'), 'HomeScreen'),
});

const projects = createRoute({
  getParentRoute: () => portalRoute,
  path: 'projects',
  validateSearch: projectSearch,
  loader: ({ context }) =>
    prefetch(
      context,
      api.projects.list.queryOptions({ input: {} }),
      api.submissions.latestCovers.queryOptions(),
    ),
  component: lazyScreen(() => import('./projects-screen.tsx'), 'ProjectsScreen'),
});

const project = createRoute({
  getParentRoute: () => portalRoute,
  path: 'projects/$id',
  validateSearch: mediaSearch,
  loaderDeps: ({ search: { week, since } }) => ({ week, since }),
  loader: ({ context, params: { id }, deps: { week, since } }) =>
    prefetch(
      context,
      api.projects.get.queryOptions({ input: { id } }),
      publishedOf(id),
      comparisonOf({ projectId: id, submissionId: week, since }),
    ),
  component: lazyScreen(() => import('./project-screen.tsx'), 'ProjectScreen'),
});

const week = createRoute({
  getParentRoute: () => portalRoute,
  path: 'projects/$projectId/week/$submissionId',
  validateSearch: submissionSearch,
  loaderDeps: ({ search: { since } }) => ({ since }),
  loader: ({ context, params: { projectId, submissionId }, deps: { since } }) =>
    prefetch(
      context,
      comparisonOf({ projectId, submissionId, since }),
      api.projects.get.queryOptions({ input: { id: projectId } }),
      api.submissions.getPublished.queryOptions({ input: { id: submissionId } }),
      api.files.listPublished.queryOptions({ input: { submissionId } }),
      publishedOf(projectId),
    ),
  component: lazyScreen(() => import('./submission-screen.tsx'), 'SubmissionScreen'),
});

const viewpoint = createRoute({
  getParentRoute: () => portalRoute,
  path: 'projects/$projectId/viewpoints/$viewpointId',
  validateSearch: viewpointSearch,
  loader: ({ context, params: { projectId, viewpointId } }) =>
    prefetch(
      context,
      api.projects.get.queryOptions({ input: { id: projectId } }),
      api.viewpoints.get.queryOptions({ input: { id: viewpointId } }),
      publishedOf(projectId),
    ),
  component: lazyScreen(() => import('./viewpoint-screen.tsx'), 'ViewpointScreen'),
});

const map = createRoute({
  getParentRoute: () => portalRoute,
  path: 'map',
  validateSearch: searchOf({ project: idInSearch }),
  loader: ({ context }) => prefetch(context, api.projects.list.queryOptions({ input: {} })),
  component: lazyScreen(() => import('./map-screen.tsx'), 'MapScreen'),
});

const pins = createRoute({
  getParentRoute: () => portalRoute,
  path: 'pins',
  validateSearch: pinSearch,
  component: lazyScreen(() => import('./pins-screen.tsx'), 'PinsScreen'),
});

const pin = createRoute({
  getParentRoute: () => portalRoute,
  path: 'pins/$pinId',
  component: lazyScreen(() => import('./pin-screen.tsx'), 'PinScreen'),
});

const sharing = createRoute({
  getParentRoute: () => portalRoute,
  path: 'sharing',
  component: lazyScreen(() => import('./sharing-screen.tsx'), 'SharingScreen'),
});

const downloads = createRoute({
  getParentRoute: () => portalRoute,
  path: 'downloads',
  validateSearch: searchOf({ project: idInSearch, week: idInSearch }),
  loader: ({ context }) =>
    prefetch(
      context,
      api.projects.list.queryOptions({ input: {} }),
      api.downloads.list.queryOptions(),
    ),
  component: lazyScreen(() => import('./downloads-screen.tsx'), 'DownloadsScreen'),
});

const support = createRoute({
  getParentRoute: () => portalRoute,
  path: 'support',
  validateSearch: searchOf({ from: matching(SUPPORT_PAGE) }),
  component: lazyScreen(() => import('./support-screen.tsx'), 'SupportScreen'),
});

const account = createRoute({
  getParentRoute: () => portalRoute,
  path: 'account',
  // Emails link to this URL for everyone, including staff.
  beforeLoad: () => {
    const { user } = session.state();
    if (user && isStaffRole(user.role))
      redirect({ to: ROUTES.operatorAccount, replace: true, throw: true });
  },
  component: lazyScreen(() => import('./account-screen.tsx'), 'AccountScreen'),
});

const unknown = createRoute({
  getParentRoute: () => portalRoute,
  path: '$',
  beforeLoad: () => {
    redirect({ to: ROUTES.dashboard, replace: true, throw: true });
  },
});

export const portalRoutes = portalRoute.addChildren([
  home,
  projects,
  project,
  week,
  viewpoint,
  map,
  pins,
  pin,
  sharing,
  downloads,
  support,
  account,
  unknown,
]);
