import { Button, Center, Stack, Text, Title, Container } from '@mantine/core';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  Outlet,
  redirect,
  lazyRouteComponent,
  type ErrorComponentProps,
} from '@tanstack/react-router';
import { ADDRESSES, safeNextPath, ROUTES } from '#web/lib/paths.ts';
import { session } from '#web/lib/session.ts';
import { usePageTitle } from '#web/ui/page-title.ts';
import { importWithRetry } from '#web/lib/import-with-retry.ts';
import { LoadError } from '#web/ui/states.tsx';

export type RouterContext = { queryClient: QueryClient };

export const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: NotFound,
});

export function Loading() {
  return (
    <Center mih="100dvh">
      <Text component="output" c="dimmed">
        Loading...
      </Text>
    </Center>
  );
}

const ACCOUNTS = [ROUTES.account, ROUTES.operatorAccount];

export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: Loading,
  beforeLoad: async ({ location }) => {
    let { user } = await session.resolve();
    const isAccount = ACCOUNTS.some((path) => path === location.pathname);
    if (user?.mustSetUpSecondFactor && !isAccount) {
      // The stored session may be out of date.
      await session.verify();
      ({ user } = session.state());
    }
    if (user?.mustSetUpSecondFactor && !isAccount) {
      redirect({ to: ROUTES.account, replace: true, throw: true });
    }
    if (user) return;
    const next = safeNextPath(location.href);
    const search = next && next !== ROUTES.dashboard ? { next } : {};
    redirect({ to: ROUTES.auth, search, replace: true, throw: true });
  },
  component: Outlet,
});

function NotFound() {
  usePageTitle('Page not found');
  return (
    <Center component="main" mih="100dvh" p="lg">
      <Stack align="center" gap="sm" ta="center">
        <Text c="dimmed" fw={600} className="tabular">
          404
        </Text>
        <Title order={1}>Oops! Page not found</Title>
        <Button component="a" href={ADDRESSES.home} mt="md">
          Return to Home
        </Button>
      </Stack>
    </Center>
  );
}

export const lazyScreen = <T extends Record<string, unknown>, Name extends keyof T>(
  load: () => Promise<T>,
  name: Name,
) => lazyRouteComponent(() => importWithRetry(load), name);

/** Shown if a screen failed to load or render, e.g. after the server was updated. Offers to reload the page. */
export function ScreenError({ error }: ErrorComponentProps) {
  return (
    <Container size="sm" py="xl">
      <LoadError
        title="Failed to load this page"
        query={{ error, refetch: () => window.location.reload() }}
      />
    </Container>
  );
}

/** Prefetches a screen's first queries while its script is loading. The screen retries those that fail. */
export function prefetch(
  { queryClient }: RouterContext,
  ...options: { queryKey: QueryKey }[]
): void {
  for (const each of options) void queryClient.query(each).catch(() => {});
}
