import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { ROUTES } from '#web/lib/paths.ts';
import { signedInRoute } from '../root-route.tsx';
import { PortalLayout } from './portal-layout.tsx';

const portalRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: ROUTES.dashboard,
  component: PortalLayout,
});

const home = createRoute({
  getParentRoute: () => portalRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./home-screen.tsx'), 'HomeScreen'),
});

const projects = createRoute({
  getParentRoute: () => portalRoute,
  path: 'projects',
  component: lazyRouteComponent(() => import('./projects-screen.tsx'), 'ProjectsScreen'),
});

const project = createRoute({
  getParentRoute: () => portalRoute,
  path: 'projects/$id',
  component: lazyRouteComponent(() => import('./project-screen.tsx'), 'ProjectScreen'),
});

const week = createRoute({
  getParentRoute: () => portalRoute,
  path: 'projects/$projectId/week/$contentId',
  component: lazyRouteComponent(() => import('./week-screen.tsx'), 'WeekScreen'),
});

const sharing = createRoute({
  getParentRoute: () => portalRoute,
  path: 'sharing',
  component: lazyRouteComponent(() => import('./sharing-screen.tsx'), 'SharingScreen'),
});

const support = createRoute({
  getParentRoute: () => portalRoute,
  path: 'support',
  component: lazyRouteComponent(() => import('./support-screen.tsx'), 'SupportScreen'),
});

const account = createRoute({
  getParentRoute: () => portalRoute,
  path: 'account',
  component: lazyRouteComponent(() => import('./account-screen.tsx'), 'AccountScreen'),
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
  sharing,
  support,
  account,
  unknown,
]);
