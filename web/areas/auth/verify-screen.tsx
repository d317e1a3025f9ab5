import { Alert, Button, PasswordInput, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { LinkToken, EnteredPassword } from '#domain/accounts.ts';
import { ERRORS } from '#domain/errors.ts';
import { LinkForm } from '#web/people/sign-in/link-form.tsx';
import { homeOf, ROUTES } from '#web/lib/paths.ts';
import { useSession, session } from '#web/lib/session.ts';
import { ButtonLink } from '#web/ui/links.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { useLinkToken } from './link-token.ts';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { z } from 'zod';
import { api, errorCode } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';

export function VerifyScreen() {
  const { user } = useSession();
  const token = useLinkToken();
  return (
    // The key resets the state when another link is opened in the same tab.
    <Confirmation key={token} token={token} label="Verify Email">
      <AuthFrame title="Verify Email" subtitle="Request a new link below.">
        <Alert color="red">{ERRORS.LINK_NOT_VALID[1]}</Alert>
        <LinkForm kind="verification" email={user?.email ?? ''} />
      </AuthFrame>
    </Confirmation>
  );
}

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
  children: ReactNode;
};

type Step =
  | { kind: 'confirm' | 'forgotten' | 'invalid-link' }
  | { kind: 'confirmed'; email: string };

function Confirmation({ token, label, children }: ConfirmationProps) {
  const { user } = useSession();
  const [step, setStep] = useState<Step>({
    kind: LinkToken.safeParse(token).success ? 'confirm' : 'invalid-link',
  });
  if (step.kind === 'invalid-link') return children;
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
        onInvalidLink={() => setStep({ kind: 'invalid-link' })}
        onForgotPassword={() => setStep({ kind: 'forgotten' })}
      />
    </AuthFrame>
  );
}

const PASSWORD_ERRORS = ['LINK_NEEDS_PASSWORD', 'WRONG_PASSWORD'];
const WithPassword = z.object({ password: EnteredPassword });

type ConfirmFormProps = {
  token: string;
  label: string;
  onConfirmed: (email: string) => void;
  /** The link has expired or was already used. */
  onInvalidLink: () => void;
  onForgotPassword: () => void;
};

/**
 * Confirms an address with a button, because mail scanners open links. Asks for the password if nobody or somebody else
 * is signed in.
 */
function ConfirmForm({ token, label, onForgotPassword, ...next }: ConfirmFormProps) {
  const { user } = useSession();
  const [isOtherAccount, setOtherAccount] = useState(false);
  const needsPassword = isOtherAccount || !user;
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    ...(needsPassword ? { validate: zod4Resolver(WithPassword) } : {}),
  });
  const confirm = useMutation(
    api.joining.confirmAddress.mutationOptions({
      onSuccess: async ({ email }, { password }) => {
        if (user) await session.verify();
        // If this fails (e.g. a code is needed), the sign-in page comes next.
        else if (password) await session.signIn(email, password).catch(() => null);
        next.onConfirmed(email);
      },
      onError: (error) => {
        const code = errorCode(error) ?? '';
        if (code === 'LINK_NOT_VALID') return next.onInvalidLink();
        if (!PASSWORD_ERRORS.includes(code)) return;
        setOtherAccount(true);
        form.setFieldError('password', errorMessage(error));
      },
    }),
  );
  const hasOtherError =
    confirm.isError && !PASSWORD_ERRORS.includes(errorCode(confirm.error) ?? '');
  const submit = form.onSubmit(({ password }) =>
    confirm.mutate({ token, ...(needsPassword ? { password } : {}) }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {hasOtherError ? <Alert color="red">{errorMessage(confirm.error)}</Alert> : null}
        {needsPassword ? (
          <PasswordInput
            label="Password"
            description="Enter your password to confirm that this account is yours."
            autoComplete="current-password"
            required
            withAsterisk={false}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
        ) : null}
        <Button type="submit" fullWidth loading={confirm.isPending} mt="xs">
          {label}
        </Button>
        {needsPassword ? (
          <Button variant="subtle" fullWidth onClick={onForgotPassword}>
            I Don't Know My Password
          </Button>
        ) : null}
      </Stack>
    </form>
  );
}
