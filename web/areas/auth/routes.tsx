import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { homeOf, safeNextPath, ROUTES } from '#web/lib/paths.ts';
import { session } from '#web/lib/session.ts';
import { Loading, rootRoute } from '../root-route.tsx';
import { linkToken } from './link-token.ts';

type AuthSearch = {
  next?: string | undefined;
  /** Set after single sign-on if a second factor is needed. */
  step?: 'code' | undefined;
  /** Error code of a failed single sign-on. */
  failed?: string | undefined;
};

export const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ROUTES.auth,
  // Set explicitly; otherwise the raw URL value survives.
  validateSearch: (search: Record<string, unknown>): AuthSearch => ({
    next: safeNextPath(search['next']) ?? undefined,
    step: search['step'] === 'code' ? 'code' : undefined,
    failed: typeof search['failed'] === 'string' ? search['failed'] : undefined,
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

/** Waits for the session, because the form asks for a password only if nobody is signed in. */
const afterSessionLookup = {
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: Loading,
  beforeLoad: async (entry: Parameters<typeof linkToken>[0]) => {
    await session.resolve();
    return linkToken(entry);
  },
};

export const verifyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ROUTES.verify,
  ...afterSessionLookup,
  component: lazyRouteComponent(() => import('./verify-screen.tsx'), 'VerifyScreen'),
});

export const newAddressRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ROUTES.newAddress,
  ...afterSessionLookup,
  component: lazyRouteComponent(() => import('./verify-screen.tsx'), 'NewAddressScreen'),
});

export const recoveryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ROUTES.recovery,
  beforeLoad: (entry) => {
    session.announcePasswordRecovery();
    return linkToken(entry);
  },
  component: lazyRouteComponent(() => import('./recovery-screen.tsx'), 'RecoveryScreen'),
});

export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ROUTES.invitation,
  beforeLoad: linkToken,
  component: lazyRouteComponent(() => import('./invitation-screen.tsx'), 'InvitationScreen'),
});

export const setupRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ROUTES.setup,
  beforeLoad: linkToken,
  component: lazyRouteComponent(() => import('./setup-screen.tsx'), 'SetupScreen'),
});
