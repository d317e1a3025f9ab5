import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { homeOf, ownPath, ROUTES } from '#web/lib/paths.ts';
import { session } from '#web/lib/session.ts';
import { Loading, rootRoute } from '../root-route.tsx';
import { linkToken } from './link-token.ts';

type AuthSearch = {
  next?: string | undefined;
  /** The code of the second factor, after the provider. */
  step?: 'code' | undefined;
  /** Why a sign-in with the provider came to nothing. */
  failed?: string | undefined;
};

/** Sign-in; a signed-in visitor goes on at once. */
export const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ROUTES.auth,
  // Said even when there is none: what is left out here would stay as it came in the address.
  validateSearch: (search: Record<string, unknown>): AuthSearch => ({
    next: ownPath(search['next']) ?? undefined,
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

/** Whether the password is asked for depends on who is signed in. */
const afterLookUp = {
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: Loading,
  beforeLoad: async (entry: Parameters<typeof linkToken>[0]) => {
    await session.resolve();
    return linkToken(entry);
  },
};

/** Where the link of a mail leads that verifies an address, also for somebody who is signed in. */
export const verifyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ROUTES.verify,
  ...afterLookUp,
  component: lazyRouteComponent(() => import('./verify-screen.tsx'), 'VerifyScreen'),
});

/** Where the link of a mail leads that changes the address of an account. */
export const newAddressRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ROUTES.newAddress,
  ...afterLookUp,
  component: lazyRouteComponent(() => import('./verify-screen.tsx'), 'NewAddressScreen'),
});

/** Where the link of a mail leads that sets a new password. */
export const recoveryRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ROUTES.recovery,
  beforeLoad: (entry) => {
    session.announcePasswordRecovery();
    return linkToken(entry);
  },
  component: lazyRouteComponent(() => import('./recovery-screen.tsx'), 'RecoveryScreen'),
});

/** Where the link in the mail of an invitation leads, also for somebody who is signed in. */
export const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: ROUTES.invitation,
  beforeLoad: linkToken,
  component: lazyRouteComponent(() => import('./invitation-screen.tsx'), 'InvitationScreen'),
});
