import { Badge, Button, Code, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  EVENT_LABELS,
  TEST_EVENT,
  WebhookEvent,
  type Webhook,
  type WebhookDelivery,
} from '#domain/webhooks.ts';
import { api } from '#web/lib/api.ts';
import { dateTime } from '#web/lib/formats.ts';
import { LoadError } from '#web/ui/states.tsx';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';

/** Polling interval while the worker delivers messages. */
export const WEBHOOK_POLL_MS = 5000;

const STATES: Record<WebhookDelivery['state'], { label: string; color: string }> = {
  queued: { label: 'Waiting', color: 'yellow' },
  delivered: { label: 'Delivered', color: 'green' },
  failed: { label: 'Failed', color: 'red' },
};

/** Times are in the reader's time zone. */
export function WebhookLog({ webhook }: { webhook: Webhook }) {
  const query = useInfiniteQuery(
    api.webhooks.log.infiniteOptions({
      input: (before: number | undefined) => ({ id: webhook.id, ...(before && { before }) }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
      refetchInterval: WEBHOOK_POLL_MS,
    }),
  );
  if (query.isError && !query.data)
    return <LoadError title="Failed to load the log" query={query} />;
  if (!query.data) return <Skeleton h={64} aria-label="Loading the log" />;
  const deliveries = query.data.pages.flatMap((page) => page.deliveries);
  if (deliveries.length === 0) return <Text c="dimmed">Nothing sent yet.</Text>;
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {deliveries.map((delivery) => (
        <DeliveryRow key={delivery.id} delivery={delivery} isActive={webhook.isActive} />
      ))}
      {query.hasNextPage ? (
        <Button
          component="button"
          variant="default"
          size="xs"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
        >
          Show More
        </Button>
      ) : null}
    </Stack>
  );
}

function eventLabel(event: string): string {
  const known = WebhookEvent.safeParse(event);
  if (known.success) return EVENT_LABELS[known.data];
  return event === TEST_EVENT ? 'Test' : event;
}

type DeliveryRowProps = { delivery: WebhookDelivery; isActive: boolean };

function DeliveryRow({ delivery, isActive }: DeliveryRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { resend } = useWebhookActions();
  const { id, event, state, createdAt } = delivery;
  const label = eventLabel(event);
  return (
    <li>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Badge color={STATES[state].color}>{STATES[state].label}</Badge>
          <Text size="sm" fw={500}>
            {label}
          </Text>
          <Text c="dimmed" size="xs">
            {dateTime(createdAt)}
          </Text>
        </Group>
        <Group gap="xs">
          <Button
            variant="subtle"
            size="compact-xs"
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Hide Details' : 'Details'}
            <span className="visually-hidden"> of {label}</span>
          </Button>
          <Button
            variant="default"
            size="compact-xs"
            disabled={!isActive}
            loading={resend.isPending}
            onClick={() => resend.mutate({ id })}
          >
            Send Again<span className="visually-hidden">: {label}</span>
          </Button>
        </Group>
      </Group>
      {isOpen ? <Details delivery={delivery} /> : null}
    </li>
  );
}

function Details({ delivery: { id, body, tries, nextTryAt } }: { delivery: WebhookDelivery }) {
  return (
    <Stack gap="xs" mt="xs" style={{ overflowWrap: 'anywhere' }}>
      {tries.map(({ id: key, triedAt, status, durationMs, error, response }) => (
        <div key={key}>
          <Text size="sm">
            {dateTime(triedAt)} · {answerText({ status, error })} · {durationMs} ms
          </Text>
          {response ? <Code block>{response}</Code> : null}
        </div>
      ))}
      {nextTryAt ? (
        <Text c="dimmed" size="sm">
          {tries.length === 0 ? 'Sending soon' : `Next try: ${dateTime(nextTryAt)}`}
        </Text>
      ) : null}
      <Text c="dimmed" size="xs">
        Message {id}
      </Text>
      <Code block style={{ whiteSpace: 'pre-wrap' }}>
        {JSON.stringify(JSON.parse(body), null, 2)}
      </Code>
    </Stack>
  );
}

type AttemptResult = { status: number | null; error: string | null };

const REDIRECTS = [301, 302, 303, 307, 308];

/** Explains redirects, whose status alone doesn't show why they count as failed. */
export function answerText({ status, error }: AttemptResult): string {
  if (status === null) return error ?? '';
  const why = REDIRECTS.includes(status) ? ': redirects are not followed' : '';
  return `Status ${status}${why}`;
}

export function useWebhookActions() {
  const withToasts = useMutationToasts(api.webhooks.key());
  return {
    update: useMutation(
      api.webhooks.update.mutationOptions(
        withToasts(
          ({ isActive }) => (isActive ? 'Webhook enabled' : 'Webhook disabled'),
          'Failed to change the webhook',
        ),
      ),
    ),
    remove: useMutation(
      api.webhooks.remove.mutationOptions(
        withToasts('Webhook deleted', 'Failed to delete the webhook'),
      ),
    ),
    rotate: useMutation(
      api.webhooks.rotateSecret.mutationOptions(
        withToasts('New secret created', 'Failed to create a new secret'),
      ),
    ),
    sendTest: useMutation(
      api.webhooks.sendTest.mutationOptions(
        withToasts('Test sent. See the log for the result.', 'Failed to send the test'),
      ),
    ),
    resend: useMutation(
      api.webhooks.resend.mutationOptions(
        withToasts('Sending the message again', 'Failed to send the message again'),
      ),
    ),
  };
}
