import { Alert } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { LinkToken } from '#domain/accounts.ts';
import { ERRORS } from '#domain/errors.ts';
import { CodeForm } from '#web/people/sign-in/code-form.tsx';
import { LinkForm } from '#web/people/sign-in/link-form.tsx';
import { NewPasswordForm } from '#web/people/sign-in/new-password-form.tsx';
import { homeOf, ROUTES } from '#web/lib/paths.ts';
import { session } from '#web/lib/session.ts';
import { AuthFrame } from './auth-frame.tsx';
import { useLinkToken } from './link-token.ts';

type Step = 'password' | 'code' | 'useless';

/** Sets a new password by the link of a mail, and signs in with it. */
export function RecoveryScreen() {
  const token = useLinkToken();
  // By its key, another link that is opened in the same tab begins anew.
  return <Recovery key={token} token={token} />;
}

function Recovery({ token }: { token: string }) {
  const router = useRouter();
  const [step, setStep] = useState<Step>(
    LinkToken.safeParse(token).success ? 'password' : 'useless',
  );
  useEffect(
    () =>
      session.listen((event) => {
        const { user } = session.state();
        if (event === 'signed-in' && user) {
          void router.navigate({ href: homeOf(user), replace: true });
        }
      }),
    [router],
  );
  const toLogin = () => void router.navigate({ to: ROUTES.auth, replace: true });
  if (step === 'code') {
    return (
      <AuthFrame title="Two-Factor Sign-In" subtitle="Your new password is set. One more step.">
        <CodeForm onStartAgain={toLogin} />
      </AuthFrame>
    );
  }
  if (step === 'useless') {
    return (
      <AuthFrame title="Set a New Password" subtitle="Request a new link below.">
        <Alert color="red">{ERRORS.LINK_NOT_VALID[1]}</Alert>
        <LinkForm kind="recovery" email="" />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title="Set a New Password" subtitle="This signs you out everywhere else.">
      <NewPasswordForm
        token={token}
        onUseless={() => setStep('useless')}
        onNeedsCode={() => setStep('code')}
        onLogin={toLogin}
      />
    </AuthFrame>
  );
}
