import { Alert } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { LinkToken } from '#domain/accounts.ts';
import { ERRORS } from '#domain/errors.ts';
import { ConfirmForm } from '#web/people/sign-in/confirm-form.tsx';
import { LinkForm } from '#web/people/sign-in/link-form.tsx';
import { homeOf, ROUTES } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session.ts';
import { ButtonLink } from '#web/ui/links.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { useLinkToken } from './link-token.ts';

/** Verifies the address of an account by the link that was sent there. */
export function VerifyScreen() {
  const { user } = useSession();
  const token = useLinkToken();
  return (
    // By its key, another link that is opened in the same tab begins anew.
    <Confirmation key={token} token={token} label="Verify Email">
      <AuthFrame title="Verify Email" subtitle="Request a new link below.">
        <Alert color="red">{ERRORS.LINK_NOT_VALID[1]}</Alert>
        <LinkForm kind="verification" email={user?.email ?? ''} />
      </AuthFrame>
    </Confirmation>
  );
}

/** Changes the address of an account by the link that was sent to the new one. */
export function NewAddressScreen() {
  const token = useLinkToken();
  return (
    <Confirmation key={token} token={token} label="Confirm Email">
      <AuthFrame title="Confirm Email" subtitle="Request the change again on your account page.">
        <Alert color="red">This link has expired or was already used.</Alert>
        <ButtonLink to={ROUTES.account} replace>
          Go to Account
        </ButtonLink>
      </AuthFrame>
    </Confirmation>
  );
}

type ConfirmationProps = {
  token: string;
  label: string;
  /** What is shown of a link that has expired or was used already. */
  children: ReactNode;
};

type Step = { kind: 'confirm' | 'forgotten' | 'useless' } | { kind: 'confirmed'; email: string };

function Confirmation({ token, label, children }: ConfirmationProps) {
  const { user } = useSession();
  const [step, setStep] = useState<Step>({
    kind: LinkToken.safeParse(token).success ? 'confirm' : 'useless',
  });
  if (step.kind === 'useless') return children;
  if (step.kind === 'confirmed') {
    return (
      <AuthFrame title="Email Verified" subtitle={`${step.email} is verified.`}>
        <ButtonLink to={user ? homeOf(user) : ROUTES.auth} replace>
          {user ? 'Go to Dashboard' : 'Go to Sign In'}
        </ButtonLink>
      </AuthFrame>
    );
  }
  if (step.kind === 'forgotten') {
    return (
      <AuthFrame
        title="Forgot Password"
        subtitle="We'll email you a link to set a new password. It also verifies your address."
      >
        <LinkForm kind="recovery" email="" />
      </AuthFrame>
    );
  }
  return (
    <AuthFrame title={label} subtitle="Confirm that this address is yours.">
      <ConfirmForm
        token={token}
        label={label}
        onConfirmed={(email) => setStep({ kind: 'confirmed', email })}
        onUseless={() => setStep({ kind: 'useless' })}
        onForgotten={() => setStep({ kind: 'forgotten' })}
      />
    </AuthFrame>
  );
}
