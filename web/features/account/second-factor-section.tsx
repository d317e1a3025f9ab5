import { Alert, Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '#domain/accounts.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { session } from '#web/lib/session.ts';
import { Section } from '#web/ui/section.tsx';
import { toast } from '#web/ui/toast.ts';
import { ConfirmPassword } from './confirm-password.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SecondFactorSetup } from './second-factor-setup.tsx';

const TITLES = {
  setup: 'Set up two-factor sign-in',
  end: 'Turn off two-factor sign-in',
  codes: 'New recovery codes',
};
type Dialog = keyof typeof TITLES;

/** The second factor: whether it is on, and the dialogs that change it. */
export function SecondFactorSection({ account }: { account: Account }) {
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const queryClient = useQueryClient();
  const { isOn, isRequired, recoveryCodesLeft } = account.secondFactor;
  const done = () => {
    setDialog(null);
    void queryClient.invalidateQueries({ queryKey: api.account.key() });
    void session.verify();
  };
  return (
    <Section
      title="Two-factor sign-in"
      action={<Badge color={isOn ? 'green' : 'gray'}>{isOn ? 'On' : 'Off'}</Badge>}
    >
      <Stack gap="md">
        {isRequired && !isOn ? (
          <Alert color="yellow">
            Your role requires two-factor sign-in. Set it up to continue.
          </Alert>
        ) : null}
        <Text c="dimmed">
          {isOn
            ? `You sign in with a code from your authenticator app. You have ${recoveryCodesLeft} of 10 recovery codes left.`
            : 'Protect your account with a code from an authenticator app in addition to your password.'}
        </Text>
        <Group justify="flex-end" gap="xs">
          {isOn ? (
            <>
              <Button variant="default" onClick={() => setDialog('codes')}>
                New recovery codes
              </Button>
              {isRequired ? null : (
                <Button variant="default" onClick={() => setDialog('end')}>
                  Turn off
                </Button>
              )}
            </>
          ) : (
            <Button onClick={() => setDialog('setup')}>Set up</Button>
          )}
        </Group>
      </Stack>
      <Modal
        opened={dialog !== null}
        onClose={done}
        // Recovery codes are shown once: a slip of the finger must not take them away.
        closeOnEscape={dialog === 'end'}
        title={dialog === null ? '' : TITLES[dialog]}
      >
        {dialog === 'setup' ? <SecondFactorSetup onDone={done} /> : null}
        {dialog === 'end' ? <EndSecondFactor onDone={done} /> : null}
        {dialog === 'codes' ? <NewRecoveryCodes onDone={done} /> : null}
      </Modal>
    </Section>
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
      label="Turn off"
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
      label="Create new codes"
      isBusy={renew.isPending}
      error={renew.error ? errorMessage(renew.error) : null}
      onConfirm={(password) => renew.mutate({ password })}
    >
      Your current codes will stop working.
    </ConfirmPassword>
  );
}
