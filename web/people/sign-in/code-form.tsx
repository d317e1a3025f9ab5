import { Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { useEffect, useRef, useState } from 'react';
import { CodeInput } from '#domain/session.ts';
import { errorCode } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { session } from '#web/lib/session.ts';
import { toast } from '#web/ui/toast.ts';
import { loginFailure } from './auth-messages.ts';

type CodeFormProps = {
  onStartAgain: () => void;
};

export function CodeForm({ onStartAgain }: CodeFormProps) {
  const [isBusy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // The focused element was removed with the password form.
  useEffect(() => input.current?.focus(), []);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: zod4Resolver(CodeInput),
  });
  const submitCode = async ({ code }: { code: string }) => {
    setBusy(true);
    try {
      await session.submitSecondFactor(code);
      toast.success('Welcome back!', 'You have successfully logged in.');
    } catch (error) {
      setBusy(false);
      if (errorCode(error) === 'CODE_NOT_VALID') {
        return form.setFieldError('code', errorMessage(error));
      }
      const { title, message } = loginFailure(error);
      toast.failure(title, error, message);
      if (errorCode(error) === 'SIGN_IN_TOOK_TOO_LONG') onStartAgain();
    }
  };
  return (
    <form onSubmit={form.onSubmit((values) => void submitCode(values))} noValidate>
      <Stack gap="md">
        <TextInput
          label="Code"
          description="Enter the six-digit code from your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          autoCapitalize="off"
          spellCheck={false}
          required
          withAsterisk={false}
          ref={input}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <Button type="submit" fullWidth loading={isBusy} mt="xs">
          Login
        </Button>
        <Button variant="subtle" fullWidth onClick={onStartAgain}>
          Use a Different Account
        </Button>
      </Stack>
    </form>
  );
}
