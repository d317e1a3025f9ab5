import { createRoute, redirect } from '@tanstack/react-router';
import { api } from '#web/lib/api.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { idInSearch } from '#web/lib/search-params.ts';
import { lazyScreen } from '../lazy-screen.ts';
import { Loading, signedInRoute } from '../root-route.tsx';
import { OperatorLayout } from './operator-layout.tsx';

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
    return { role: await context.queryClient.query(options).catch(() => null) };
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

const audit = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'audit',
  component: lazyScreen(() => import('./audit-screen.tsx'), 'AuditScreen'),
});

const content = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'content',
  /**
   * `new`: the dialog for a new submission is open, in a project when it is an id. `find`: what is
   * searched for at first.
   */
  validateSearch: (search: Record<string, unknown>): { new?: string | true; find?: string } => {
    const { new: wanted, find } = search;
    if (wanted === true) return { new: true };
    const projectId = idInSearch(wanted);
    if (projectId !== undefined) return { new: projectId };
    return typeof find === 'string' ? { find } : {};
  },
  component: lazyScreen(() => import('./submissions-screen.tsx'), 'SubmissionsScreen'),
});

const submission = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'content/$submissionId',
  component: lazyScreen(() => import('./submission-screen.tsx'), 'SubmissionScreen'),
});

const sharing = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'sharing',
  component: lazyScreen(() => import('../portal/sharing-screen.tsx'), 'SharingScreen'),
});

const formSubmissions = createRoute({
  getParentRoute: () => operatorRoute,
  path: 'submissions',
  component: lazyScreen(() => import('./form-submissions-screen.tsx'), 'FormSubmissionsScreen'),
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
  audit,
  content,
  submission,
  sharing,
  formSubmissions,
  unknown,
]);
