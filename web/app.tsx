import '@mantine/core/styles.layer.css';
import './ui/base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { LiveEvent } from '#domain/live.ts';
import { api } from './lib/api.ts';
import { clearEarlyResponses } from './lib/early-responses.ts';
import { followLive } from './lib/live.ts';
import { homeOf, safeNextPath, ROUTES } from './lib/paths.ts';
import { trackMissingStyles } from './lib/import-with-retry.ts';
import { updateOfflineCache } from './lib/offline.ts';
import { createQueryClient } from './lib/query-client.ts';
import { AuthProvider, watchSession, session } from './lib/session.ts';
import { OwnUnits } from './people/accounts/own-units.tsx';
import { createAppRouter } from './router.tsx';
import { restoreFocus } from './ui/restore-focus.ts';
import { clearHistoryState } from './ui/history-state.ts';
import { cssVariables, theme } from './ui/theme.ts';
import { clearFixedErrors, toast } from './ui/toast.ts';
import { Toasts } from './ui/toasts.tsx';

// Zod would compile code at run time, which the page's Content-Security-Policy forbids.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const queryClient = createQueryClient(onRefused);
const router = createAppRouter(queryClient);

/** If the session ended, signing in leads back to the current page. */
function goToSignIn(hasEnded: boolean): void {
  const { href } = router.state.location;
  const next = hasEnded && href !== ROUTES.dashboard ? safeNextPath(href) : null;
  void router.navigate({ to: ROUTES.auth, search: next ? { next } : {}, replace: true });
  if (hasEnded) toast.error('Your session has ended.', 'Sign in to pick up where you left off.');
}

function onRefused(): void {
  if (session.state().user) session.forget();
}

/** The user's role, name or company may have changed. */
function refreshSession(event: LiveEvent): void {
  const { user } = session.state();
  if (event.type === 'person.changed' && event.personId === user?.id) void session.verify();
}

let livePersonId: string | null = null;
let stopLive: (() => void) | undefined;
function followSession(): void {
  const { user } = session.state();
  const id = user && !user.mustSetUpSecondFactor ? user.id : null;
  if (id === livePersonId) return;
  livePersonId = id;
  stopLive?.();
  const listeners = { onDisconnect: () => void session.verify(), onEvent: refreshSession };
  stopLive = id === null ? undefined : followLive(queryClient, listeners);
}

/** Clears cached responses and unsent form input so that the next person doesn't see them. */
function clearPersonalData({ isScreenLeft }: { isScreenLeft: boolean }): void {
  clearEarlyResponses();
  clearHistoryState();
  if (isScreenLeft) return queryClient.clear();
  // Active queries are reset instead of removed, because their screens would otherwise wait forever.
  queryClient.removeQueries({ type: 'inactive' });
  for (const query of queryClient.getQueryCache().getAll()) query.reset();
}

let shownPath = router.history.location.pathname;
router.history.subscribe(({ location: { pathname } }) => {
  if (pathname !== shownPath) toast.clearError();
  shownPath = pathname;
});
session.watch(followSession);
const refreshOfflineCache = () => void updateOfflineCache(queryClient, session.state());
session.watch(refreshOfflineCache);
session.listen((event, hasEnded) => {
  const { user } = session.state();
  const { location } = router.state;
  if (event === 'person-changed') clearPersonalData({ isScreenLeft: false });
  if (event === 'signed-out') {
    // Replaces the session of a sample account that it removes.
    if (queryClient.isMutating({ mutationKey: api.setup.removeSample.mutationKey() })) return;
    // Pages opened from email links stay open, because setting a new password also ends the session.
    if (!location.pathname.startsWith(ROUTES.auth)) goToSignIn(hasEnded);
    clearPersonalData({ isScreenLeft: true });
  }
  if (event === 'user-updated') {
    // The role may have changed, and the back office's guard caches it.
    queryClient.removeQueries({ queryKey: api.session.role.key() });
    // Run the guard first. Otherwise, a person without access would get a refusal for every query.
    void router.invalidate().finally(() => void queryClient.invalidateQueries());
  }
  // Also accepts a trailing slash that someone typed.
  if (event === 'signed-in' && user && location.pathname.replace(/\/$/, '') === ROUTES.auth) {
    const next = safeNextPath(new URLSearchParams(location.searchStr).get('next'));
    void router.navigate({ href: next ?? homeOf(user), replace: true });
  }
});
trackMissingStyles();
followSession();
refreshOfflineCache();
watchSession();
restoreFocus();
clearFixedErrors();

const root = document.getElementById('root');
if (!root) throw new Error('app.html has no element with the id "root".');
createRoot(root, { onCaughtError: () => {} }).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Toasts />
      <QueryClientProvider client={queryClient}>
        <AuthProvider value={session}>
          <OwnUnits>
            <RouterProvider router={router} />
          </OwnUnits>
        </AuthProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
