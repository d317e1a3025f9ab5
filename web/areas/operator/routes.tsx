import { createRoute, redirect } from '@tanstack/react-router';
import { api } from '#web/lib/api.ts';
import { browserLog } from '#web/lib/browser-log.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { idInSearch, oneOf, searchOf } from '#web/lib/search-params.ts';
import { lazyScreen, Loading, signedInRoute } from '../root-route.tsx';
import { OperatorLayout } from './operator-layout.tsx';

/** What fails is said by the screen, which asks again. */
const noop = () => {};

/**
 * The role guard. The role comes from the server; a failed look-up leaves it unknown, and then
 * nobody passes. The layout shows why.
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
      browserLog.warn(`The role could not be read: ${String(error)}`);
      return null;
    });
    return { role };
  },
  component: function OperatorArea() {
    return <OperatorLayout role={operatorRoute.useRouteContext().role} />;
  },
});

const overview = createRoute({
  getParentRoute: () => operatorRoute,
  path: '/',
  component: lazyScreen(() => import('./overview-screen.tsx'), 'OverviewScreen'),
});

const clients = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'clients',
  component: lazyScreen(() => import('./clients-screen.tsx'), 'ClientsScreen'),
});

const companies = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'companies',
  component: lazyScreen(() => import('./companies-screen.tsx'), 'CompaniesScreen'),
});

const companyProjects = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'companies/$companyId',
  component: lazyScreen(() => import('./company-projects-screen.tsx'), 'CompanyProjectsScreen'),
});

const projects = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'projects',
  component: lazyScreen(() => import('./projects-screen.tsx'), 'ProjectsScreen'),
});

const viewpoint = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'projects/$projectId/viewpoints/$viewpointId',
  loader: ({ context: { queryClient }, params: { projectId, viewpointId } }) => {
    queryClient.query(api.projects.get.queryOptions({ input: { id: projectId } })).catch(noop);
    queryClient.query(api.viewpoints.get.queryOptions({ input: { id: viewpointId } })).catch(noop);
  },
  component: lazyScreen(() => import('./viewpoint-screen.tsx'), 'ViewpointScreen'),
});

const unplacedPhotos = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'projects/$projectId/unplaced-photos',
  loader: ({ context: { queryClient }, params: { projectId } }) => {
    queryClient.query(api.projects.get.queryOptions({ input: { id: projectId } })).catch(noop);
    queryClient.query(api.viewpoints.list.queryOptions({ input: { projectId } })).catch(noop);
    queryClient.query(api.viewpoints.unplaced.queryOptions({ input: { projectId } })).catch(noop);
  },
  component: lazyScreen(() => import('./unplaced-photos-screen.tsx'), 'UnplacedPhotosScreen'),
});

const project = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'projects/$projectId',
  loader: ({ context: { queryClient }, params: { projectId } }) => {
    const input = { id: projectId };
    queryClient.query(api.projects.get.queryOptions({ input })).catch(noop);
    queryClient.query(api.viewpoints.list.queryOptions({ input: { projectId } })).catch(noop);
    queryClient.query(api.submissions.list.queryOptions({ input: { projectId } })).catch(noop);
    queryClient.query(api.projectMembers.list.queryOptions({ input: { projectId } })).catch(noop);
    const links = { page: 0, projectId };
    queryClient.query(api.shareLinks.list.queryOptions({ input: links })).catch(noop);
  },
  component: lazyScreen(() => import('./project-screen.tsx'), 'ProjectScreen'),
});

const audit = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'audit',
  component: lazyScreen(() => import('./audit-screen.tsx'), 'AuditScreen'),
});

const content = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'content',
  /** `new`: the dialog for a new submission is open, in a project when it is an id. */
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
  /** `media`: the way in for files that is shown, unless it is this computer. */
  validateSearch: searchOf({ media: oneOf('drive') }),
  component: lazyScreen(() => import('./submission-screen.tsx'), 'SubmissionScreen'),
});

const videos = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'videos',
  component: lazyScreen(() => import('./videos-screen.tsx'), 'VideosScreen'),
});

const files = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'files',
  component: lazyScreen(() => import('./files-screen.tsx'), 'FilesScreen'),
});

const bin = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'bin',
  component: lazyScreen(() => import('./bin-screen.tsx'), 'BinScreen'),
});

const card = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'card',
  /** `project`: whose page it was begun from. */
  validateSearch: (search: Record<string, unknown>): { project?: string } => {
    const wanted = idInSearch(search['project']);
    return wanted === undefined ? {} : { project: wanted };
  },
  component: lazyScreen(() => import('./card-screen.tsx'), 'CardScreen'),
});

const sharing = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'sharing',
  component: lazyScreen(() => import('../portal/sharing-screen.tsx'), 'SharingScreen'),
});

const formSubmissions = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'submissions',
  validateSearch: searchOf({ filter: oneOf('unread') }),
  component: lazyScreen(() => import('./form-submissions-screen.tsx'), 'FormSubmissionsScreen'),
});

const settings = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'settings',
  component: lazyScreen(() => import('./settings-screen.tsx'), 'SettingsScreen'),
});

const integrations = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'settings/integrations',
  component: lazyScreen(() => import('./settings-screen.tsx'), 'IntegrationsScreen'),
});

const system = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'system',
  component: lazyScreen(() => import('./system-screen.tsx'), 'SystemScreen'),
});

const account = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'account',
  component: lazyScreen(() => import('../portal/account-screen.tsx'), 'AccountScreen'),
});

const unknown = createRoute({
  getParentRoute: () => operatorRoute,
  path: '$',
  beforeLoad: () => {
    redirect({ to: ROUTES.operator, replace: true, throw: true });
  },
});

export const operatorRoutes = operatorRoute.addChildren([
  overview,
  clients,
  companies,
  companyProjects,
  projects,
  project,
  viewpoint,
  unplacedPhotos,
  audit,
  content,
  submission,
  videos,
  files,
  bin,
  card,
  sharing,
  formSubmissions,
  settings,
  integrations,
  system,
  account,
  unknown,
]);
