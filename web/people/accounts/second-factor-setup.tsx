import { Button, Center, Code, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { useEffect, useRef, useState } from 'react';
import { CodeInput } from '#domain/session.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { ConfirmPassword } from './confirm-password.tsx';
import { QrCode } from '#web/ui/qr-code.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** In three steps: the password, the app, the recovery codes. `onDone` runs when it is on. */
export function SecondFactorSetup({ onDone }: { onDone: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null);
  const begin = useMutation(api.account.beginSecondFactor.mutationOptions());
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (begin.data) return <ShowCode setup={begin.data} onCodes={setCodes} />;
  return (
    <ConfirmPassword
      label="Continue"
      isBusy={begin.isPending}
      error={begin.error ? errorMessage(begin.error) : null}
      onConfirm={(password) => begin.mutate({ password })}
    >
      Before you connect an authenticator app, please confirm it is you.
    </ConfirmPassword>
  );
}

type ShowCodeProps = {
  setup: { secret: string; address: string };
  onCodes: (codes: string[]) => void;
};

function ShowCode({ setup, onCodes }: ShowCodeProps) {
  const input = useRef<HTMLInputElement>(null);
  // What had the focus went with the step before.
  useEffect(() => input.current?.focus(), []);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { code: '' },
    validate: zod4Resolver(CodeInput),
  });
  const confirm = useMutation(
    api.account.confirmSecondFactor.mutationOptions({
      onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
      onError: (error) => form.setFieldError('code', errorMessage(error)),
    }),
  );
  return (
    <form onSubmit={form.onSubmit((values) => confirm.mutate(values))} noValidate>
      <Stack gap="md">
        <Text>Scan this code with your authenticator app, then enter the code the app shows.</Text>
        <Center>
          <QrCode value={setup.address} label="QR code for your authenticator app" />
        </Center>
        <Text c="dimmed" size="xs">
          Or type this key into the app:
        </Text>
        <Code block ta="center">
          {setup.secret.match(/.{1,4}/g)?.join(' ')}
        </Code>
        <TextInput
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          withAsterisk={false}
          ref={input}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={confirm.isPending}>
            Turn On
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
