import { Alert } from '@mantine/core';
import { useLiveState } from '#web/lib/live.ts';
import { session, useSession } from '#web/lib/session.ts';
import { AccountMenu } from '#web/ui/account-menu.tsx';
import { Shell } from '#web/ui/shell.tsx';
import type { Navigation } from '#web/ui/sidebar.tsx';
import { toast } from '#web/ui/toast.tsx';
import { Outlet } from '@tanstack/react-router';

type AreaShellProps = {
  title: string;
  greeting: (email: string) => string;
  navigation: Navigation;
  otherArea: { label: string; to: string } | null;
};

async function signOut() {
  try {
    await session.signOut();
  } catch (error) {
    toast.failure('Sign out failed', error);
  }
}

/** The shell of an area, filled with who is signed in and with what is wrong at the moment. */
export function AreaShell({ title, greeting, navigation, otherArea }: AreaShellProps) {
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
        <AccountMenu
          email={user.email}
          role={user.role}
          otherArea={otherArea}
          onSignOut={onSignOut}
        />
      }
      notices={
        <>
          <ConnectionBar />
          {user.emailVerified ? null : (
            <Alert color="yellow" radius={0}>
              Please verify your email address. Your projects appear once it is verified.
            </Alert>
          )}
        </>
      }
    >
      <Outlet />
    </Shell>
  );
}

/** Says that the live channel is down; it goes by itself when the channel is back. */
function ConnectionBar() {
  const isLost = useLiveState() === 'lost';
  return (
    <output>
      {isLost ? (
        <Alert color="yellow" radius={0} py="xs">
          Connection lost. Trying again…
        </Alert>
      ) : null}
    </output>
  );
}
