import { HeadedSection } from '#web/ui/section.tsx';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UndeliveredMail } from '#domain/mails.ts';
import { api } from '#web/lib/api.ts';
import { counted, dateTime, DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import { RetryCard } from '#web/ui/retry-card.tsx';
import { toast } from '#web/ui/toast.ts';

const POLL_MS = 30_000;

export function UndeliveredMails() {
  const query = useQuery(api.mails.listUndelivered.queryOptions({ refetchInterval: POLL_MS }));
  const mails = query.data?.mails ?? [];
  if (mails.length === 0) return null;
  return (
    <HeadedSection title="Unsent Emails" id="mails">
      <Stack gap="sm">
        {mails.map((mail) => (
          <MailCard key={mail.id} mail={mail} />
        ))}
      </Stack>
    </HeadedSection>
  );
}

function MailCard({ mail }: { mail: UndeliveredMail }) {
  const { id, recipient, subject, state, lastError } = mail;
  const queryClient = useQueryClient();
  const retry = useMutation(
    api.mails.retry.mutationOptions({
      onSettled: () =>
        Promise.all([
          queryClient.invalidateQueries({ queryKey: api.mails.key() }),
          queryClient.invalidateQueries({ queryKey: api.health.key() }),
        ]),
      onSuccess: () => toast.success('Sending the email again'),
      onError: (error) => toast.failure('Failed to send the email again', error),
    }),
  );
  return (
    <RetryCard
      label="Send Again"
      subjectName={subject}
      isBusy={retry.isPending}
      onRetry={() => retry.mutate({ id })}
    >
      <Group gap={8}>
        <Text fw={500}>{subject}</Text>
        {state === 'failed' ? (
          <Badge color="red">Failed</Badge>
        ) : (
          <Badge color="yellow">Waiting</Badge>
        )}
      </Group>
      <Text c="dimmed">to {recipient}</Text>
      <Text c="dimmed" size="sm">
        {triesOf(mail)} {lastError}
      </Text>
    </RetryCard>
  );
}

function triesOf({ attempts, nextAttemptAt }: UndeliveredMail): string {
  const tried = `Tried ${counted(attempts, 'time')}`;
  return nextAttemptAt
    ? `${tried}, next try ${dateTime(nextAttemptAt, DEFAULT_TIME_ZONE)}:`
    : `${tried}:`;
}
