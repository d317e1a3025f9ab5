import { Alert, Badge, Button, Card, Group, Modal, Stack, Text } from '@mantine/core';
import { ActionsMenu } from '#web/ui/actions-menu.tsx';
import { useState } from 'react';
import { EVENT_LABELS, type Webhook } from '#domain/webhooks.ts';
import { dateTime } from '#web/lib/formats.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { NewSecret } from '#web/ui/new-secret.tsx';
import { useWebhookActions, WebhookLog } from './webhook-log.tsx';
import { WebhookDialog } from './webhook-dialog.tsx';

type Open = 'edit' | 'remove' | 'rotate' | null;

export function WebhookCard({ webhook }: { webhook: Webhook }) {
  const [open, setOpen] = useState<Open>(null);
  const [isLogShown, setIsLogShown] = useState(false);
  const { id, name, url, events, isActive, previousSecretUntil } = webhook;
  const webhookActions = useWebhookActions();
  return (
    <Card padding="md" withBorder>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            <Group gap="xs">
              <Text fw={600}>{name}</Text>
              <StateBadge webhook={webhook} />
            </Group>
            <Text size="sm">{url}</Text>
            <Text c="dimmed" size="sm">
              {events.map((event) => EVENT_LABELS[event]).join(' · ')}
            </Text>
            {previousSecretUntil ? (
              <Text c="dimmed" size="xs">
                The old secret works until {dateTime(previousSecretUntil)}.
              </Text>
            ) : null}
          </div>
          <WebhookMenu webhook={webhook} onOpen={setOpen} webhookActions={webhookActions} />
        </Group>
        <DeliveryProblem webhook={webhook} />
        <Group gap="xs">
          <Button
            variant="default"
            size="xs"
            disabled={!isActive}
            loading={webhookActions.sendTest.isPending}
            onClick={() =>
              webhookActions.sendTest.mutate({ id }, { onSuccess: () => setIsLogShown(true) })
            }
          >
            Send a Test
          </Button>
          <Button
            variant="default"
            size="xs"
            aria-expanded={isLogShown}
            onClick={() => setIsLogShown(!isLogShown)}
          >
            {isLogShown ? 'Hide Log' : 'Show Log'}
          </Button>
        </Group>
        {isLogShown ? <WebhookLog webhook={webhook} /> : null}
      </Stack>
      <Dialogs
        webhook={webhook}
        open={open}
        webhookActions={webhookActions}
        onClose={() => setOpen(null)}
      />
    </Card>
  );
}

function StateBadge({ webhook: { isActive, failingSince } }: { webhook: Webhook }) {
  if (!isActive) return <Badge color="gray">Disabled</Badge>;
  return failingSince ? <Badge color="red">Failing</Badge> : <Badge color="green">Active</Badge>;
}

function DeliveryProblem({ webhook: { disabledBecause, failingSince } }: { webhook: Webhook }) {
  if (disabledBecause === null) {
    if (!failingSince) return null;
    return (
      <Alert color="yellow" title="Messages aren't arriving">
        Nothing has been delivered since {dateTime(failingSince)}. Messages are retried for three
        days. See the log for the reason.
      </Alert>
    );
  }
  if (disabledBecause === 'restored') {
    return (
      <Alert color="yellow" title="Paused after restoring a backup">
        Nothing is sent from this copy until you enable the webhook. Waiting messages are in the
        log.
      </Alert>
    );
  }
  return (
    <Alert color="red" title="This webhook was disabled">
      {disabledBecause === 'gone'
        ? 'The receiver returned 410 (Gone).'
        : 'Nothing was delivered for three days.'}{' '}
      Once the receiver works again, enable the webhook and resend the failed messages.
    </Alert>
  );
}

type PartProps = { webhook: Webhook; webhookActions: ReturnType<typeof useWebhookActions> };

function WebhookMenu({
  webhook,
  webhookActions,
  onOpen,
}: PartProps & { onOpen: (open: Open) => void }) {
  const { id, name, isActive } = webhook;
  return (
    <ActionsMenu
      width={200}
      name={name}
      actions={[
        { label: 'Edit', run: () => onOpen('edit') },
        { label: 'New Secret', run: () => onOpen('rotate') },
        {
          label: isActive ? 'Disable' : 'Enable',
          run: () => webhookActions.update.mutate({ id, isActive: !isActive }),
        },
        'line',
        { label: 'Delete', color: 'red', run: () => onOpen('remove') },
      ]}
    />
  );
}

type DialogsProps = PartProps & { open: Open; onClose: () => void };

function Dialogs({ webhook, webhookActions, open, onClose }: DialogsProps) {
  const { id, name } = webhook;
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <>
      {open === 'edit' ? <WebhookDialog webhook={webhook} onClose={onClose} /> : null}
      <ConfirmDialog
        isOpen={open === 'remove'}
        title="Delete Webhook"
        confirmLabel="Delete"
        isBusy={webhookActions.remove.isPending}
        onConfirm={() => webhookActions.remove.mutate({ id })}
        onClose={onClose}
      >
        {name} will get no more messages, and its log will be deleted. This cannot be undone.
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={open === 'rotate'}
        title="New Secret"
        confirmLabel="Create New Secret"
        isBusy={webhookActions.rotate.isPending}
        onConfirm={() =>
          webhookActions.rotate.mutate(
            { id },
            {
              onSuccess: (made) => {
                onClose();
                setSecret(made.secret);
              },
            },
          )
        }
        onClose={onClose}
      >
        Messages are signed with both secrets for 24 hours. Give {name} the new one by then.
      </ConfirmDialog>
      <Modal
        opened={secret !== null}
        onClose={() => setSecret(null)}
        title="New Secret"
        closeOnEscape={false}
        closeOnClickOutside={false}
      >
        <NewSecret label="Signing Secret" secret={secret ?? ''} onDone={() => setSecret(null)}>
          The old secret works for another 24 hours.
        </NewSecret>
      </Modal>
    </>
  );
}
