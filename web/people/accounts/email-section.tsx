import { Alert, Badge, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { z } from 'zod';
import { type Account, Email, EnteredPassword } from '#domain/accounts.ts';
import { api, errorCode } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { Section } from '#web/ui/section.tsx';
import { toast } from '#web/ui/toast.ts';

const check = zod4Resolver(z.object({ email: Email, password: EnteredPassword }));

/**
 * Only verified addresses can be changed, because access that staff gave to an unverified address belongs to that
 * address.
 */
export function EmailSection({ account }: { account: Account }) {
  const { email, emailVerified, pendingEmail } = account;
  return (
    <Section title="Email">
      <Stack gap="md">
        <Group gap="xs">
          <Text>{email}</Text>
          <Badge color={emailVerified ? 'green' : 'yellow'}>
            {emailVerified ? 'Verified' : 'Not verified'}
          </Badge>
        </Group>
        {pendingEmail === null ? null : (
          <Alert color="yellow">
            Your email will change to {pendingEmail} when you click the link we sent there.
          </Alert>
        )}
        {emailVerified ? (
          <NewEmail />
        ) : (
          <Text size="sm" c="dimmed">
            Verify this address before you change it. If it has a typo, sign out and create an
            account with the correct address.
          </Text>
        )}
      </Stack>
    </Section>
  );
}

function NewEmail() {
  const queryClient = useQueryClient();
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: check,
  });
  const change = useMutation(
    api.account.changeEmail.mutationOptions({
      onSuccess: async (_sent, { email }) => {
        form.reset();
        toast.success('Check your email', `Click the link we sent to ${email}.`);
        await queryClient.invalidateQueries({ queryKey: api.account.key() });
      },
      onError: (error) => {
        if (errorCode(error) === 'WRONG_PASSWORD') {
          form.setFieldError('password', errorMessage(error));
        }
        toast.failure('Failed to change your email', error);
      },
    }),
  );
  return (
    <form onSubmit={form.onSubmit((values) => change.mutate(values))} noValidate>
      <Stack gap="md">
        <TextInput
          label="New Email"
          type="email"
          autoComplete="off"
          required
          withAsterisk={false}
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Your Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Group justify="flex-end">
          <Button type="submit" variant="default" loading={change.isPending}>
            Change Email
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
