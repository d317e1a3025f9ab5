import { Button, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { useState } from 'react';
import { SignInInput } from '#domain/session.ts';
import { session } from '#web/lib/session.ts';
import { toast } from '#web/ui/toast.ts';
import { loginFailure } from './auth-messages.ts';
import { EmailField } from '../fields.tsx';

type SignIn = { email: string; password: string };

type LoginFormProps = {
  /** What was typed when the form was last shown. */
  typed: SignIn;
  onTyped: (values: SignIn) => void;
  /** The password was right, and a code is needed as well. */
  onNeedsCode: () => void;
};

/** E-mail and password. What follows a sign-in is decided by the router, which hears of it. */
export function LoginForm({ typed, onTyped, onNeedsCode }: LoginFormProps) {
  const [isBusy, setBusy] = useState(false);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: typed,
    validate: zod4Resolver(SignInInput),
    onValuesChange: onTyped,
  });
  const signIn = async (values: typeof form.values) => {
    setBusy(true);
    try {
      const { needsCode } = await session.signIn(values.email, values.password);
      if (needsCode) onNeedsCode();
      else toast.success('Welcome back!', 'You have successfully logged in.');
    } catch (error) {
      const { title, message } = loginFailure(error);
      toast.failure(title, error, message);
      setBusy(false);
    }
  };
  return (
    <form onSubmit={form.onSubmit((values) => void signIn(values))} noValidate>
      <Stack gap="md">
        <EmailField withAsterisk={false} key={form.key('email')} {...form.getInputProps('email')} />
        <PasswordInput
          label="Password"
          autoComplete="current-password"
          required
          withAsterisk={false}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" fullWidth loading={isBusy} mt="xs">
          Login
        </Button>
      </Stack>
    </form>
  );
}
