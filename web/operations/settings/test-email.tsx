import { Alert, Button, Group, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { useSession } from '#web/lib/session.ts';
import { Section } from '#web/ui/section.tsx';

const NOT_DELIVERED_YET =
  'Accepted is not delivered: check the inbox and its spam folder. If it does not arrive, look for a bounce in the mailbox of the sender.';

/** Sends with the saved settings, and shows what the mail server answered. */
export function TestEmail() {
  const { user } = useSession();
  const [to, setTo] = useState(user?.email ?? '');
  const { mutate, data, error, isPending } = useMutation(
    api.settings.sendTestEmail.mutationOptions({}),
  );
  return (
    <Section title="Test Email">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          mutate({ to });
        }}
      >
        <Group align="flex-end" gap="sm">
          <TextInput
            label="To"
            type="email"
            required
            value={to}
            onChange={(event) => setTo(event.currentTarget.value)}
            w={320}
            maw="100%"
          />
          <Button type="submit" variant="default" loading={isPending}>
            Send Test Email
          </Button>
        </Group>
      </form>
      <div aria-live="polite">
        {data ? (
          <Alert
            mt="md"
            color={data.isAccepted ? 'green' : 'red'}
            title={data.isAccepted ? 'The mail server accepted the email' : 'Not sent'}
          >
            {data.answer}
            {data.isAccepted ? <Text mt="xs">{NOT_DELIVERED_YET}</Text> : null}
          </Alert>
        ) : null}
        {error ? (
          <Alert mt="md" color="red" title="Not sent">
            {errorMessage(error)}
          </Alert>
        ) : null}
      </div>
    </Section>
  );
}
