import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { z } from 'zod';
import { NewPassword } from '#domain/passwords.ts';
import { api, errorCode } from '#web/lib/api.ts';
import { session } from '#web/lib/session.ts';
import { toast } from '#web/ui/toast.ts';
import { NewPasswordField } from '../fields.tsx';

type NewPasswordFormProps = {
  token: string;
  /** The link has expired or was used already. */
  onUseless: () => void;
  onNeedsCode: () => void;
  /** The password is set, and has to be given on the sign-in page. */
  onLogin: () => void;
};

/** A new password by a link; signs in with it. */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { token, onUseless, onNeedsCode, onLogin } = props;
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: zod4Resolver(z.object({ password: NewPassword })),
  });
  const recover = useMutation(
    api.joining.recover.mutationOptions({
      onError: (error) => {
        if (errorCode(error) === 'LINK_NOT_VALID') onUseless();
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
