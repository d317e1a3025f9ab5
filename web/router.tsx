import type { QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { invitationRoute, setupRoute } from '#web/areas/auth/routes.tsx';
import { authRoute, newAddressRoute, recoveryRoute, verifyRoute } from './areas/auth/routes.tsx';
import { operatorRoutes } from './areas/operator/routes.tsx';
import { portalRoutes } from './areas/portal/routes.tsx';
import { Loading, rootRoute, signedInRoute } from './areas/root-route.tsx';
import { ScreenError } from '#web/areas/root-route.tsx';
import { browserLog } from './lib/browser-log.ts';

const routeTree = rootRoute.addChildren([
  authRoute,
  newAddressRoute,
  verifyRoute,
  recoveryRoute,
  invitationRoute,
  setupRoute,
  signedInRoute.addChildren([portalRoutes, operatorRoutes]),
]);

export const createAppRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPendingComponent: Loading,
    defaultErrorComponent: ScreenError,
    defaultOnCatch: (error, { componentStack }) => browserLog.error(error, componentStack),
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
