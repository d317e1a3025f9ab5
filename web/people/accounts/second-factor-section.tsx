import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '#domain/accounts.ts';
import { api } from '#web/lib/api.ts';
import { lazyComponent, lazyDialog } from '#web/lib/import-with-retry.ts';
import { session } from '#web/lib/session.ts';
import { Section } from '#web/ui/section.tsx';
import type { SecondFactorStep } from './second-factor-dialog.tsx';

const SecondFactorDialog = lazyDialog(
  lazyComponent(() => import('./second-factor-dialog.tsx'), 'SecondFactorDialog'),
);

export function SecondFactorSection({ account }: { account: Account }) {
  const [dialog, setDialog] = useState<SecondFactorStep | null>(null);
  const queryClient = useQueryClient();
  const { isOn, isRequired, recoveryCodesLeft } = account.secondFactor;
  const done = () => {
    setDialog(null);
    void queryClient.invalidateQueries({ queryKey: api.account.key() });
    void session.verify();
  };
  return (
    <Section
      title="Two-Factor Sign-In"
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
                New Recovery Codes
              </Button>
              {isRequired ? null : (
                <Button variant="default" onClick={() => setDialog('end')}>
                  Turn Off
                </Button>
              )}
            </>
          ) : (
            <Button onClick={() => setDialog('setup')}>Set Up</Button>
          )}
        </Group>
      </Stack>
      <SecondFactorDialog isOpen={dialog !== null} step={dialog} onClose={done} />
    </Section>
  );
}
