import { createRoute, redirect } from '@tanstack/react-router';
import { isStaffRole } from '#domain/roles.ts';
import { SUPPORT_PAGE } from '#domain/support.ts';
import { idInSearch, matching, searchOf } from '#web/lib/search-params.ts';
import { projectSearch } from '#web/projects/project-list.ts';
import { comparisonOf } from '#web/viewpoints/first-look/since.ts';
import { api } from '#web/lib/api.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { session } from '#web/lib/session.ts';
import { lazyScreen, signedInRoute } from '../root-route.tsx';
import { mediaSearch, viewpointSearch, weekSearch } from './media-search.ts';
import { PortalLayout } from './portal-layout.tsx';

/** What fails is said by the screen, which asks again. */
const noop = () => {};

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
  // What a screen asks first is asked while its script is still on the way.
  loader: ({ context: { queryClient } }) => {
    queryClient.query(api.overview.client.queryOptions()).catch(noop);
    queryClient.query(api.submissions.latestCovers.queryOptions()).catch(noop);
  },
  component: lazyScreen(() => import('./home-screen.tsx'), 'HomeScreen'),
});

const projects = createRoute({
  getParentRoute: () => portalRoute,
  path: 'projects',
  validateSearch: projectSearch,
  loader: ({ context: { queryClient } }) => {
    queryClient.query(api.projects.list.queryOptions({ input: {} })).catch(noop);
    queryClient.query(api.submissions.latestCovers.queryOptions()).catch(noop);
  },
  component: lazyScreen(() => import('./projects-screen.tsx'), 'ProjectsScreen'),
});

const project = createRoute({
  getParentRoute: () => portalRoute,
  path: 'projects/$id',
  validateSearch: mediaSearch,
  loaderDeps: ({ search: { week, since } }) => ({ week, since }),
  loader: ({ context: { queryClient }, params: { id }, deps: { week, since } }) => {
    queryClient.query(api.projects.get.queryOptions({ input: { id } })).catch(noop);
    queryClient.query(publishedOf(id)).catch(noop);
    queryClient.query(comparisonOf({ projectId: id, submissionId: week, since })).catch(noop);
  },
  component: lazyScreen(() => import('./project-screen.tsx'), 'ProjectScreen'),
});

const week = createRoute({
  getParentRoute: () => portalRoute,
  path: 'projects/$projectId/week/$submissionId',
  validateSearch: weekSearch,
  loaderDeps: ({ search: { since } }) => ({ since }),
  loader: ({ context: { queryClient }, params: { projectId, submissionId }, deps: { since } }) => {
    const input = { submissionId };
    queryClient.query(comparisonOf({ projectId, submissionId, since })).catch(noop);
    queryClient.query(api.projects.get.queryOptions({ input: { id: projectId } })).catch(noop);
    queryClient
      .query(api.submissions.getPublished.queryOptions({ input: { id: submissionId } }))
      .catch(noop);
    queryClient.query(api.files.listPublished.queryOptions({ input })).catch(noop);
    queryClient.query(publishedOf(projectId)).catch(noop);
  },
  component: lazyScreen(() => import('./submission-screen.tsx'), 'SubmissionScreen'),
});

const viewpoint = createRoute({
  getParentRoute: () => portalRoute,
  path: 'projects/$projectId/viewpoints/$viewpointId',
  validateSearch: viewpointSearch,
  loader: ({ context: { queryClient }, params: { projectId, viewpointId } }) => {
    queryClient.query(api.projects.get.queryOptions({ input: { id: projectId } })).catch(noop);
    queryClient.query(api.viewpoints.get.queryOptions({ input: { id: viewpointId } })).catch(noop);
    queryClient.query(publishedOf(projectId)).catch(noop);
  },
  component: lazyScreen(() => import('./viewpoint-screen.tsx'), 'ViewpointScreen'),
});

const map = createRoute({
  getParentRoute: () => portalRoute,
  path: 'map',
  validateSearch: searchOf({ project: idInSearch }),
  loader: ({ context: { queryClient } }) => {
    queryClient.query(api.projects.list.queryOptions({ input: {} })).catch(noop);
  },
  component: lazyScreen(() => import('./map-screen.tsx'), 'MapScreen'),
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
  loader: ({ context: { queryClient } }) => {
    queryClient.query(api.projects.list.queryOptions({ input: {} })).catch(noop);
    queryClient.query(api.downloads.list.queryOptions()).catch(noop);
  },
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
  // Mails lead everybody here.
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
  sharing,
  downloads,
  support,
  account,
  unknown,
]);
