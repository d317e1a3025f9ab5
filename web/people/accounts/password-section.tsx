import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { z } from 'zod';
import { EnteredPassword } from '#domain/accounts.ts';
import { NewPassword } from '#domain/passwords.ts';
import { api, errorCode } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { Section } from '#web/ui/section.tsx';
import { toast } from '#web/ui/toast.ts';
import { NewPasswordField } from '../fields.tsx';

const check = zod4Resolver(z.object({ password: EnteredPassword, newPassword: NewPassword }));

export function PasswordSection() {
  const queryClient = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', newPassword: '' },
    validate: check,
  });
  const change = useMutation(
    api.account.changePassword.mutationOptions({
      onSuccess: async () => {
        form.reset();
        toast.success('Password changed', 'You were signed out everywhere else.');
        await queryClient.invalidateQueries({ queryKey: api.account.sessions.key() });
      },
      onError: (error) => {
        if (errorCode(error) === 'WRONG_PASSWORD') {
          form.setFieldError('password', errorMessage(error));
        }
        toast.failure('Failed to change your password', error);
      },
    }),
  );
  return (
    <Section title="Password">
      <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
        <Stack gap="md">
          <PasswordInput
            label="Current Password"
            autoComplete="current-password"
            required
            withAsterisk={false}
            key={form.key('password')}
            {...form.getInputProps('password')}
          />
          <NewPasswordField
            withAsterisk={false}
            key={form.key('newPassword')}
            {...form.getInputProps('newPassword')}
          />
          <Group justify="flex-end">
            <Button type="submit" variant="default" loading={change.isPending}>
              Change Password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

/** For people who have only used single sign-on so far. */
export function SetPassword({ email }: { email: string }) {
  const send = useMutation(
    api.joining.sendRecovery.mutationOptions({
      onSuccess: () => toast.success('Check your email', `Click the link we sent to ${email}.`),
      onError: (error) => toast.failure('Failed to send the email', error),
    }),
  );
  return (
    <Section title="Password">
      <Stack gap="md">
        <Text>
          You have no password yet. You need one to change your email or to set up two-factor
          sign-in. Setting it signs you out everywhere.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" loading={send.isPending} onClick={() => send.mutate({ email })}>
            Email Me a Link
          </Button>
        </Group>
      </Stack>
    </Section>
  );
}
