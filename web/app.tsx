import '@mantine/core/styles.layer.css';
import './ui/base.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { LiveEvent } from '#domain/live.ts';
import { api } from './lib/api.ts';
import { forgetEarlyAnswers } from './lib/early-answers.ts';
import { followLive } from './lib/live.ts';
import { homeOf, ownPath, ROUTES } from './lib/paths.ts';
import { noteMissingStyles } from './lib/import-with-retry.ts';
import { followOffline } from './lib/offline.ts';
import { createQueryClient } from './lib/query-client.ts';
import { AuthProvider, keepSession, session } from './lib/session.ts';
import { OwnUnits } from './people/accounts/own-units.tsx';
import { createAppRouter } from './router.tsx';
import { keepFocus } from './ui/focus-return.ts';
import { forgetKeptState } from './ui/kept-state.ts';
import { cssVariables, theme } from './ui/theme.ts';
import { clearFixedErrors, toast } from './ui/toast.ts';
import { Toasts } from './ui/toasts.tsx';

// Zod, which screens load with their forms, would try to compile code, which the policy of the page refuses.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const queryClient = createQueryClient(onRefused);
const router = createAppRouter(queryClient);

/** To the sign-in; from a session that has ended it leads back to this place. */
function toAuth(hasEnded: boolean): void {
  const { href } = router.state.location;
  const next = hasEnded && href !== ROUTES.dashboard ? ownPath(href) : null;
  void router.navigate({ to: ROUTES.auth, search: next ? { next } : {}, replace: true });
  if (hasEnded) toast.error('Your session has ended.', 'Sign in to pick up where you left off.');
}

/** A call was refused because the session has ended. */
function onRefused(): void {
  if (session.state().user) session.forget();
}

/** The role, the name or the company of who is signed in may have changed. */
function noteOwn(event: LiveEvent): void {
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
  const heard = { onLoss: () => void session.verify(), onEvent: noteOwn };
  stopLive = id === null ? undefined : followLive(queryClient, heard);
}

/** What was read for one person, and typed by them, is not shown to the next. */
function forgetPerson({ isScreenLeft }: { isScreenLeft: boolean }): void {
  forgetEarlyAnswers();
  forgetKeptState();
  if (isScreenLeft) return queryClient.clear();
  // A screen whose queries were taken from under it would wait for ever.
  queryClient.removeQueries({ type: 'inactive' });
  for (const query of queryClient.getQueryCache().getAll()) query.reset();
}

let shownPath = router.history.location.pathname;
router.history.subscribe(({ location: { pathname } }) => {
  if (pathname !== shownPath) toast.clearError();
  shownPath = pathname;
});
session.watch(followSession);
const keepForOffline = () => void followOffline(queryClient, session.state());
session.watch(keepForOffline);
session.listen((event, hasEnded) => {
  const { user } = session.state();
  const { location } = router.state;
  if (event === 'person-changed') forgetPerson({ isScreenLeft: false });
  if (event === 'signed-out') {
    // The pages of links stay: whoever sets a new password ends a session by it.
    if (!location.pathname.startsWith(ROUTES.auth)) toAuth(hasEnded);
    forgetPerson({ isScreenLeft: true });
  }
  if (event === 'user-updated') {
    // The guard of the back office asks for the role once: it may be another now.
    queryClient.removeQueries({ queryKey: api.session.role.key() });
    // The guard first: whoever may not see the screen is not refused each of its parts.
    void router.invalidate().finally(() => void queryClient.invalidateQueries());
  }
  // People add a slash at the end.
  if (event === 'signed-in' && user && location.pathname.replace(/\/$/, '') === ROUTES.auth) {
    const next = ownPath(new URLSearchParams(location.searchStr).get('next'));
    void router.navigate({ href: next ?? homeOf(user), replace: true });
  }
});
noteMissingStyles();
followSession();
keepForOffline();
keepSession();
keepFocus();
clearFixedErrors();

const root = document.getElementById('root');
if (!root) throw new Error('app.html has no element with the id "root".');
// Boundaries report what they catch themselves.
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
