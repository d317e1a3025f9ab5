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
    if (user) redirect({ href: search.next ?? homeOf(user.role), replace: true, throw: true });
  },
  component: lazyRouteComponent(() => import('./auth-screen.tsx'), 'AuthScreen'),
});
