import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { homeOf, ownPath, ROUTES } from '#web/lib/paths.ts';
import { session } from '#web/lib/session.ts';
import { Loading, rootRoute } from '../root-route.tsx';

/** Sign-in; a signed-in visitor goes on at once. */
export const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ROUTES.auth,
  // Said even when there is none: what is left out here would stay as it came in the address.
  validateSearch: (search: Record<string, unknown>): { next?: string | undefined } => ({
    next: ownPath(search['next']) ?? undefined,
  }),
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: Loading,
  beforeLoad: async ({ search }) => {
    const { user } = await session.resolve();
    if (user) redirect({ href: search.next ?? homeOf(user), replace: true, throw: true });
  },
  component: lazyRouteComponent(() => import('./auth-screen.tsx'), 'AuthScreen'),
});

/** Where the link of a mail leads that verifies an address, also for somebody who is signed in. */
export const verifyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ROUTES.verify,
  component: lazyRouteComponent(() => import('./verify-screen.tsx'), 'VerifyScreen'),
});

/** Where the link of a mail leads that sets a new password. */
export const recoveryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ROUTES.recovery,
  beforeLoad: () => session.announcePasswordRecovery(),
  component: lazyRouteComponent(() => import('./recovery-screen.tsx'), 'RecoveryScreen'),
});
