import {
  Modal,
  Button,
  Group,
  PasswordInput,
  Stack,
  Text,
  Code,
  CopyButton,
  SimpleGrid,
  Center,
  TextInput,
} from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { toast } from '#web/ui/toast.ts';
import { useForm } from '@mantine/form';
import { zod4Resolver } from 'mantine-form-zod-resolver';
import { z } from 'zod';
import { EnteredPassword } from '#domain/accounts.ts';
import { useEffect, useRef, useState } from 'react';
import { CodeInput } from '#domain/session.ts';
import { QrCode } from '#web/ui/qr-code.tsx';

const TITLES = {
  setup: 'Set Up Two-Factor Sign-In',
  end: 'Turn Off Two-Factor Sign-In',
  codes: 'New Recovery Codes',
};
export type SecondFactorStep = keyof typeof TITLES;

type SecondFactorDialogProps = {
  isOpen: boolean;
  step: SecondFactorStep | null;
  onClose: () => void;
};

export function SecondFactorDialog({ isOpen, step, onClose }: SecondFactorDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      // Recovery codes are shown only once, so Escape must not close them.
      closeOnEscape={step === 'end'}
      title={step === null ? '' : TITLES[step]}
    >
      {step === 'setup' ? <SecondFactorSetup onDone={onClose} /> : null}
      {step === 'end' ? <EndSecondFactor onDone={onClose} /> : null}
      {step === 'codes' ? <NewRecoveryCodes onDone={onClose} /> : null}
    </Modal>
  );
}

function EndSecondFactor({ onDone }: { onDone: () => void }) {
  const end = useMutation(
    api.account.endSecondFactor.mutationOptions({
      onSuccess: () => {
        toast.success('Two-factor sign-in is off');
        onDone();
      },
    }),
  );
  return (
    <ConfirmPassword
      label="Turn Off"
      isBusy={end.isPending}
      error={end.error ? errorMessage(end.error) : null}
      onConfirm={(password) => end.mutate({ password })}
    >
      After that, you only need your password to sign in.
    </ConfirmPassword>
  );
}

function NewRecoveryCodes({ onDone }: { onDone: () => void }) {
  const renew = useMutation(api.account.renewRecoveryCodes.mutationOptions());
  if (renew.data) return <RecoveryCodes codes={renew.data.recoveryCodes} onDone={onDone} />;
  return (
    <ConfirmPassword
      label="Create New Codes"
      isBusy={renew.isPending}
      error={renew.error ? errorMessage(renew.error) : null}
      onConfirm={(password) => renew.mutate({ password })}
    >
      Your current codes will stop working.
    </ConfirmPassword>
  );
}

type ConfirmPasswordProps = {
  children: string;
  label: string;
  isBusy: boolean;
  error: string | null;
  onConfirm: (password: string) => void;
};

/** Asks for the password before an action that must not be possible in an unattended session. */
export function ConfirmPassword(props: ConfirmPasswordProps) {
  const { children, label, isBusy, error, onConfirm } = props;
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: zod4Resolver(z.object({ password: EnteredPassword })),
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

type RecoveryCodesProps = { codes: string[]; onDone: () => void };

export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  return (
    <Stack gap="md">
      <Text>
        Keep these recovery codes in a safe place. If you lose your authenticator app, each code
        signs you in once. They won&apos;t be shown again.
      </Text>
      <SimpleGrid cols={2} spacing="xs">
        {codes.map((code) => (
          <Code key={code} block ta="center" fz="sm">
            {code}
          </Code>
        ))}
      </SimpleGrid>
      <Group justify="flex-end" gap="xs">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy Codes'}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onDone}>I Saved Them</Button>
      </Group>
    </Stack>
  );
}

function SecondFactorSetup({ onDone }: { onDone: () => void }) {
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
      Enter your password before you connect an authenticator app.
    </ConfirmPassword>
  );
}

type ShowCodeProps = {
  setup: { secret: string; address: string };
  onCodes: (codes: string[]) => void;
};

function ShowCode({ setup, onCodes }: ShowCodeProps) {
  const input = useRef<HTMLInputElement>(null);
  // The focused element was removed with the previous step.
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
