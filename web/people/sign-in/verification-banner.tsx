import { Alert, Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.ts';

/** Above everything until the address is verified, which is what projects wait for. */
export function VerificationBanner({ email }: { email: string }) {
  const send = useMutation(
    api.joining.sendVerification.mutationOptions({
      onSuccess: () =>
        toast.success('Check your email', `A new link to verify ${email} is on its way.`),
      onError: (error) => toast.failure('Failed to send the email', error),
    }),
  );
  return (
    <Alert color="yellow" radius={0} py="xs">
      <Group gap="md">
        <Text>Please verify your email address. You can then see your projects.</Text>
        <Button
          variant="default"
          size="compact-sm"
          loading={send.isPending}
          onClick={() => send.mutate({ email })}
        >
          Resend
        </Button>
      </Group>
    </Alert>
  );
}
