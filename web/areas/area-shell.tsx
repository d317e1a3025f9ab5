import { Alert, Button, Group, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { isStaffRole } from '#domain/roles.ts';
import { NotificationBell } from '#web/events/notifications/notification-bell.tsx';
import { dateTime } from '#web/lib/formats.ts';
import { useCachedAt } from '#web/lib/offline-cache.ts';
import { useLiveState } from '#web/lib/live.ts';
import { lazyComponent } from '#web/lib/import-with-retry.ts';
import { session, useSession } from '#web/lib/session.ts';
import { LazyPerformanceMonitor } from '#web/ui/lazy-performance-monitor.tsx';
import { AccountMenu } from '#web/ui/account-menu.tsx';
import { HeaderButton } from '#web/ui/header-button.tsx';
import { Shell } from '#web/ui/shell.tsx';
import type { Navigation } from '#web/ui/sidebar.tsx';
import { toast } from '#web/ui/toast.ts';
import { Outlet } from '@tanstack/react-router';
import type { CommandPaletteProps } from './command-palette.tsx';
import { useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';

const CommandPalette = lazyComponent(() => import('./command-palette.tsx'), 'CommandPalette');

export type AreaShellProps = {
  title: string;
  greeting: (email: string) => string;
  navigation: Navigation;
  otherArea: { label: string; to: string } | null;
  notice?: ReactNode;
};

async function signOut() {
  try {
    await session.signOut();
  } catch (error) {
    toast.failure('Failed to sign out', error);
  }
}

export function AreaShell({ title, greeting, navigation, otherArea, notice }: AreaShellProps) {
  const { user } = useSession();
  if (!user) return null;
  const onSignOut = () => void signOut();
  return (
    <Shell
      title={title}
      greeting={greeting(user.email)}
      navigation={navigation}
      onSignOut={onSignOut}
      actions={
        <>
          <CommandPaletteButton entries={navigation.entries} isStaff={isStaffRole(user.role)} />
          {user.mustSetUpSecondFactor ? null : <NotificationBell />}
          <AccountMenu
            email={user.email}
            role={user.role}
            otherArea={otherArea}
            onSignOut={onSignOut}
          />
        </>
      }
      notices={
        <>
          <ConnectionBar />
          {user.emailVerified ? null : <VerificationBanner email={user.email} />}
          {notice}
        </>
      }
    >
      <Outlet />
      <LazyPerformanceMonitor />
    </Shell>
  );
}

function CommandPaletteButton({
  entries,
  isStaff,
}: Pick<CommandPaletteProps, 'entries' | 'isStaff'>) {
  const [openings, setOpenings] = useState(0);
  const open = () => setOpenings((before) => before + 1);
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <HeaderButton
        label="Go to a screen or project"
        hint="Go to (Ctrl+K)"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={open}
      >
        <IconSearch size={18} stroke={1.75} aria-hidden />
      </HeaderButton>
      <Suspense>
        {openings > 0 ? <CommandPalette {...{ entries, isStaff, openings }} /> : null}
      </Suspense>
    </>
  );
}

function ConnectionBar() {
  const isLost = useLiveState() === 'lost';
  const seenAt = useCachedAt();
  const kept =
    seenAt === null
      ? ''
      : `You're offline. This is what you saw on ${dateTime(new Date(seenAt))}. `;
  return (
    <output>
      {isLost ? (
        <Alert color="yellow" radius={0} py="xs">
          {kept}Connection lost. Reconnecting…
        </Alert>
      ) : null}
    </output>
  );
}

/** Projects can't be seen until the address is verified. */
function VerificationBanner({ email }: { email: string }) {
  const send = useMutation(
    api.joining.sendVerification.mutationOptions({
      onSuccess: () =>
        toast.success('Check your email', `We sent a new verification link to ${email}.`),
      onError: (error) => toast.failure('Failed to send the email', error),
    }),
  );
  return (
    <Alert color="yellow" radius={0} py="xs">
      <Group gap="md">
        <Text>Verify your email address to see your projects.</Text>
        <Button
          variant="default"
          size="compact-sm"
          loading={send.isPending}
          onClick={() => send.mutate({ email })}
        >
          Resend
        </Button>
      </Group>
    </Alert>
  );
}
