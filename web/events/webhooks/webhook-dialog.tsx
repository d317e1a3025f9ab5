import { Checkbox, Modal, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  EVENT_LABELS,
  WEBHOOK_EVENTS,
  type Webhook,
  type WebhookEvent,
  WebhookInput,
} from '#domain/webhooks.ts';
import { api, errorCode } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import { NewSecret } from '#web/ui/new-secret.tsx';

type WebhookDialogProps = { webhook?: Webhook; onClose: () => void };

export function WebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const [secret, setSecret] = useState<string | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      title={webhook ? 'Edit Webhook' : 'Add Webhook'}
      closeOnClickOutside={!secret}
      closeOnEscape={!secret}
    >
      {secret ? (
        <NewSecret label="Signing Secret" secret={secret} onDone={onClose}>
          Use it to verify that messages come from this site.
        </NewSecret>
      ) : (
        <WebhookForm webhook={webhook} onMade={setSecret} onClose={onClose} />
      )}
    </Modal>
  );
}

type WebhookFormProps = {
  webhook: Webhook | undefined;
  onMade: (secret: string) => void;
  onClose: () => void;
};

function WebhookForm({ webhook, onMade, onClose }: WebhookFormProps) {
  const form = useForm<WebhookInput>({
    initialValues: {
      name: webhook?.name ?? '',
      url: webhook?.url ?? '',
      events: webhook?.events ?? ['submission.published'],
    },
    validate: {
      name: (name) => (name.trim() ? null : 'Enter a name.'),
      url: addressError,
      events: (events) => (events.length > 0 ? null : 'Choose at least one event.'),
    },
  });
  const save = useSave(webhook, { onMade, onClose });
  const onError = (error: unknown) => {
    if (errorCode(error) === 'WEBHOOK_ADDRESS') form.setFieldError('url', errorMessage(error));
  };
  return (
    <DialogForm
      onSubmit={form.onSubmit((values) => save.send(values, onError))}
      label={webhook ? 'Save' : 'Add Webhook'}
      isBusy={save.isPending}
      onCancel={onClose}
    >
      <TextInput
        label="Name"
        placeholder="Site diary"
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Address"
        type="url"
        placeholder="https://example.com/overfly"
        description="Messages are sent to this address."
        {...form.getInputProps('url')}
      />
      <Checkbox.Group label="Events" {...form.getInputProps('events')}>
        <Stack gap="xs" mt="xs">
          {WEBHOOK_EVENTS.map((event: WebhookEvent) => (
            <Checkbox key={event} value={event} label={EVENT_LABELS[event]} description={event} />
          ))}
        </Stack>
      </Checkbox.Group>
    </DialogForm>
  );
}

type DialogCallbacks = Pick<WebhookFormProps, 'onMade' | 'onClose'>;

function useSave(webhook: Webhook | undefined, { onMade, onClose }: DialogCallbacks) {
  const withToasts = useMutationToasts(api.webhooks.key());
  const create = useMutation(
    api.webhooks.create.mutationOptions(withToasts('Webhook added', 'Failed to add the webhook')),
  );
  const update = useMutation(
    api.webhooks.update.mutationOptions(
      withToasts('Webhook saved', 'Failed to save the webhook', onClose),
    ),
  );
  return {
    isPending: create.isPending || update.isPending,
    send(values: WebhookInput, onError: (error: unknown) => void) {
      if (webhook) return update.mutate({ id: webhook.id, ...values }, { onError });
      create.mutate(values, { onSuccess: ({ secret }) => onMade(secret), onError });
    },
  };
}

/** Validates only the format; the server checks whether the URL can be reached. */
export const addressError = (url: string): string | null =>
  WebhookInput.shape.url.safeParse(url).error?.issues[0]?.message ?? null;
