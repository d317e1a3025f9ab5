import { Alert, Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { useState } from 'react';
import { z } from 'zod';
import { GivenPassword } from '#domain/accounts.ts';
import { api, errorCode } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { session, useSession } from '#web/lib/session.ts';

const ABOUT_PASSWORD = ['LINK_NEEDS_PASSWORD', 'WRONG_PASSWORD'];
const WithPassword = z.object({ password: GivenPassword });

type ConfirmFormProps = {
  token: string;
  label: string;
  onConfirmed: (email: string) => void;
  /** The link has expired or was used already. */
  onUseless: () => void;
  onForgotten: () => void;
};

/**
 * Confirms an address by a link. By a button: programs that scan mails open links too. Asks for the
 * password where nobody is signed in, and where somebody else is.
 */
export function ConfirmForm({ token, label, onForgotten, ...next }: ConfirmFormProps) {
  const { user } = useSession();
  const [isOthers, setOthers] = useState(false);
  const asksPassword = isOthers || !user;
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    ...(asksPassword ? { validate: zod4Resolver(WithPassword) } : {}),
  });
  const confirm = useMutation(
    api.joining.confirmAddress.mutationOptions({
      onSuccess: async ({ email }, { password }) => {
        if (user) await session.verify();
        // Without a code, or whatever else it takes, they go on by the sign-in page.
        else if (password) await session.signIn(email, password).catch(() => null);
        next.onConfirmed(email);
      },
      onError: (error) => {
        const code = errorCode(error) ?? '';
        if (code === 'LINK_NOT_VALID') return next.onUseless();
        if (!ABOUT_PASSWORD.includes(code)) return;
        setOthers(true);
        form.setFieldError('password', errorMessage(error));
      },
    }),
  );
  const isOther = confirm.isError && !ABOUT_PASSWORD.includes(errorCode(confirm.error) ?? '');
  const submit = form.onSubmit(({ password }) =>
    confirm.mutate({ token, ...(asksPassword ? { password } : {}) }),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {isOther ? <Alert color="red">{errorMessage(confirm.error)}</Alert> : null}
        {asksPassword ? (
          <PasswordInput
            label="Password"
            description="The password of this account, to confirm that it is yours."
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
        {asksPassword ? (
          <Button variant="subtle" fullWidth onClick={onForgotten}>
            I Don't Know My Password
          </Button>
        ) : null}
      </Stack>
    </form>
  );
}
