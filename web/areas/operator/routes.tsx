import { createRoute, redirect, type RouteComponent } from '@tanstack/react-router';
import { pinSearch } from '#web/files/pins/pin-list.ts';
import { api } from '#web/lib/api.ts';
import { browserLog } from '#web/lib/browser-log.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { idInSearch, matching, oneOf, searchOf } from '#web/lib/search-params.ts';
import { prefetch, lazyScreen, Loading, signedInRoute } from '../root-route.tsx';
import { OperatorLayout } from './operator-layout.tsx';

/**
 * Admits only staff. The role comes from the server; if it can't be loaded, nobody is admitted and the layout shows the
 * error.
 */
const operatorRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: ROUTES.operator,
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: Loading,
  beforeLoad: async ({ context }) => {
    const options = api.session.role.queryOptions({ staleTime: 'static' });
    const role = await context.queryClient.query(options).catch((error: unknown) => {
      browserLog.warn(`Failed to load the role: ${String(error)}`);
      return null;
    });
    return { role };
  },
  component: function OperatorArea() {
    return <OperatorLayout role={operatorRoute.useRouteContext().role} />;
  },
});

/** A screen without search parameters. */
const screen = <const Path extends string, Module extends Record<string, unknown>>(
  path: Path,
  load: () => Promise<Module>,
  name: keyof Module,
) =>
  createRoute({
    getParentRoute: () => operatorRoute,
    path,
    component: lazyScreen(load, name) as RouteComponent,
  });

const viewpoint = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'projects/$projectId/viewpoints/$viewpointId',
  loader: ({ context, params: { projectId, viewpointId } }) =>
    prefetch(
      context,
      api.projects.get.queryOptions({ input: { id: projectId } }),
      api.viewpoints.get.queryOptions({ input: { id: viewpointId } }),
    ),
  component: lazyScreen(() => import('./viewpoint-screen.tsx'), 'ViewpointScreen'),
});

const unplacedPhotos = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'projects/$projectId/unplaced-photos',
  loader: ({ context, params: { projectId } }) =>
    prefetch(
      context,
      api.projects.get.queryOptions({ input: { id: projectId } }),
      api.viewpoints.list.queryOptions({ input: { projectId } }),
      api.viewpoints.unplaced.queryOptions({ input: { projectId } }),
    ),
  component: lazyScreen(() => import('./unplaced-photos-screen.tsx'), 'UnplacedPhotosScreen'),
});

const project = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'projects/$projectId',
  loader: ({ context, params: { projectId } }) =>
    prefetch(
      context,
      api.projects.get.queryOptions({ input: { id: projectId } }),
      api.viewpoints.list.queryOptions({ input: { projectId } }),
      api.visits.getPlan.queryOptions({ input: { projectId } }),
      api.submissions.list.queryOptions({ input: { projectId } }),
      api.projectMembers.list.queryOptions({ input: { projectId } }),
      api.shareLinks.list.queryOptions({ input: { page: 0, projectId } }),
    ),
  component: lazyScreen(() => import('./project-screen.tsx'), 'ProjectScreen'),
});

const content = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'content',
  /** `new` opens the dialog for a new submission; an id selects the project. */
  validateSearch: ({ new: wanted }: Record<string, unknown>): { new?: string | true } => {
    if (wanted === true) return { new: true };
    const projectId = idInSearch(wanted);
    return projectId === undefined ? {} : { new: projectId };
  },
  component: lazyScreen(() => import('./submissions-screen.tsx'), 'SubmissionsScreen'),
});

const submission = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'content/$submissionId',
  validateSearch: searchOf({ media: oneOf('drive') }),
  component: lazyScreen(() => import('./submission-screen.tsx'), 'SubmissionScreen'),
});

const card = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'card',
  validateSearch: (search: Record<string, unknown>): { project?: string } => {
    const wanted = idInSearch(search['project']);
    return wanted === undefined ? {} : { project: wanted };
  },
  component: lazyScreen(() => import('./card-screen.tsx'), 'CardScreen'),
});

const calendar = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'calendar',
  validateSearch: searchOf({ month: matching(/^\d{4}-(0[1-9]|1[0-2])$/), view: oneOf('list') }),
  component: lazyScreen(() => import('./calendar-screen.tsx'), 'CalendarScreen'),
});

const formSubmissions = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'submissions',
  validateSearch: searchOf({ filter: oneOf('unread') }),
  component: lazyScreen(() => import('./form-submissions-screen.tsx'), 'FormSubmissionsScreen'),
});

const pins = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'pins',
  validateSearch: pinSearch,
  component: lazyScreen(() => import('../portal/pins-screen.tsx'), 'PinsScreen'),
});

const unknown = createRoute({
  getParentRoute: () => operatorRoute,
  path: '$',
  beforeLoad: () => {
    redirect({ to: ROUTES.operator, replace: true, throw: true });
  },
});

export const operatorRoutes = operatorRoute.addChildren([
  screen('/', () => import('./overview-screen.tsx'), 'OverviewScreen'),
  screen('clients', () => import('./clients-screen.tsx'), 'ClientsScreen'),
  screen('companies', () => import('./companies-screen.tsx'), 'CompaniesScreen'),
  screen(
    'companies/$companyId',
    () => import('./company-projects-screen.tsx'),
    'CompanyProjectsScreen',
  ),
  screen('projects', () => import('./projects-screen.tsx'), 'ProjectsScreen'),
  project,
  viewpoint,
  unplacedPhotos,
  screen('audit', () => import('./audit-screen.tsx'), 'AuditScreen'),
  calendar,
  content,
  submission,
  screen('videos', () => import('./videos-screen.tsx'), 'VideosScreen'),
  screen('files', () => import('./files-screen.tsx'), 'FilesScreen'),
  screen('bin', () => import('./bin-screen.tsx'), 'BinScreen'),
  card,
  pins,
  screen('pins/$pinId', () => import('../portal/pin-screen.tsx'), 'PinScreen'),
  screen('sharing', () => import('../portal/sharing-screen.tsx'), 'SharingScreen'),
  formSubmissions,
  screen('settings', () => import('./settings-screen.tsx'), 'SettingsScreen'),
  screen('settings/$section', () => import('./settings-screen.tsx'), 'SettingsScreen'),
  screen('settings/integrations', () => import('./settings-screen.tsx'), 'IntegrationsScreen'),
  screen('system', () => import('./system-screen.tsx'), 'SystemScreen'),
  screen('account', () => import('../portal/account-screen.tsx'), 'AccountScreen'),
  unknown,
]);
