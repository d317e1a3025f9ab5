import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { ROUTES } from '#web/lib/paths.ts';
import { rootRoute } from '../root-route.tsx';
import { linkToken } from './link-token.ts';

/** Where the link in the mail of an invitation leads, also for somebody who is signed in. */
export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ROUTES.invitation,
  beforeLoad: linkToken,
  component: lazyRouteComponent(() => import('./invitation-screen.tsx'), 'InvitationScreen'),
});
