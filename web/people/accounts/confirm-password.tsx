import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { z } from 'zod';
import { GivenPassword } from '#domain/accounts.ts';

type ConfirmPasswordProps = {
  /** Why it is asked for. */
  children: string;
  label: string;
  isBusy: boolean;
  /** Why the last one was refused. */
  error: string | null;
  onConfirm: (password: string) => void;
};

/** Asks for the password before something that a session left open must not be enough for. */
export function ConfirmPassword(props: ConfirmPasswordProps) {
  const { children, label, isBusy, error, onConfirm } = props;
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: zod4Resolver(z.object({ password: GivenPassword })),
  });
  return (
    <form onSubmit={form.onSubmit(({ password }) => onConfirm(password))} noValidate>
      <Stack gap="md">
        <Text>{children}</Text>
        <PasswordInput
          label="Your Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          data-autofocus
          key={form.key('password')}
          {...form.getInputProps('password')}
          error={form.errors['password'] ?? error}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={isBusy}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
