import { Alert, Button, Stack } from '@mantine/core';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { LinkToken } from '#domain/accounts.ts';
import { ERRORS } from '#domain/errors.ts';
import { CodeForm } from '#web/people/sign-in/code-form.tsx';
import { LinkForm } from '#web/people/sign-in/link-form.tsx';
import { homeOf, ROUTES } from '#web/lib/paths.ts';
import { session } from '#web/lib/session.ts';
import { AuthFrame } from './auth-frame.tsx';
import { useLinkToken } from './link-token.ts';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { z } from 'zod';
import { NewPassword } from '#domain/passwords.ts';
import { api, errorCode } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.ts';
import { NewPasswordField } from '#web/people/fields.tsx';

type Step = 'password' | 'code' | 'invalid-link';

export function RecoveryScreen() {
  const token = useLinkToken();
  // The key resets the state when another link is opened in the same tab.
  return <Recovery key={token} token={token} />;
}

function Recovery({ token }: { token: string }) {
  const router = useRouter();
  const [step, setStep] = useState<Step>(
    LinkToken.safeParse(token).success ? 'password' : 'invalid-link',
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
  if (step === 'invalid-link') {
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
        onInvalidLink={() => setStep('invalid-link')}
        onNeedsCode={() => setStep('code')}
        onLogin={toLogin}
      />
    </AuthFrame>
  );
}

type NewPasswordFormProps = {
  token: string;
  /** The link has expired or was already used. */
  onInvalidLink: () => void;
  onNeedsCode: () => void;
  onLogin: () => void;
};

function NewPasswordForm(props: NewPasswordFormProps) {
  const { token, onInvalidLink, onNeedsCode, onLogin } = props;
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: zod4Resolver(z.object({ password: NewPassword })),
  });
  const recover = useMutation(
    api.joining.recover.mutationOptions({
      onError: (error) => {
        if (errorCode(error) === 'LINK_NOT_VALID') onInvalidLink();
        else toast.failure('Failed to set the password', error);
      },
      onSuccess: async ({ email }, { password }) => {
        toast.success('Password changed', 'You were signed out everywhere else.');
        try {
          const { needsCode } = await session.signIn(email, password);
          if (needsCode) onNeedsCode();
        } catch {
          onLogin();
        }
      },
    }),
  );
  return (
    <form
      onSubmit={form.onSubmit(({ password }) => recover.mutate({ token, password }))}
      noValidate
    >
      <Stack gap="md">
        <NewPasswordField
          withAsterisk={false}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth loading={recover.isPending} mt="xs">
          Set Password
        </Button>
      </Stack>
    </form>
  );
}
