import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#web/lib/api.ts';
import { Section } from '#web/ui/section.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { WebhookCard } from './webhook-card.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';
import { WEBHOOK_POLL_MS } from './webhook-log.tsx';

export function WebhooksSection() {
  const query = useQuery(api.webhooks.list.queryOptions({ refetchInterval: WEBHOOK_POLL_MS }));
  const [isAdding, setIsAdding] = useState(false);
  if (query.isError && !query.data)
    return <LoadError title="Failed to load the webhooks" query={query} />;
  const webhooks = query.data?.webhooks;
  return (
    <Section
      title="Webhooks"
      action={
        <Button
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setIsAdding(true)}
        >
          Add Webhook
        </Button>
      }
    >
      {webhooks?.length === 0 ? (
        <Text c="dimmed">
          No webhooks yet. A webhook notifies another system as soon as a submission is published or
          a file is ready.
        </Text>
      ) : (
        <Stack gap="md">
          {webhooks?.map((webhook) => <WebhookCard key={webhook.id} webhook={webhook} />) ?? (
            <Skeleton h={88} aria-label="Loading webhooks" />
          )}
        </Stack>
      )}
      {isAdding ? <WebhookDialog onClose={() => setIsAdding(false)} /> : null}
    </Section>
  );
}
