import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { Section } from '#web/ui/section.tsx';
import { toast } from '#web/ui/toast.ts';

/** The way to a first password, for somebody who has only signed in with the provider so far. */
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
