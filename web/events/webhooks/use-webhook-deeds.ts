import { useMutation } from '@tanstack/react-query';
import { api } from '#web/lib/api.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';

/** What can be done with a webhook, with words on how it went. */
export function useWebhookDeeds() {
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
        withToasts('Test sent. The log shows the result.', 'Failed to send the test'),
      ),
    ),
    sendAgain: useMutation(
      api.webhooks.sendAgain.mutationOptions(
        withToasts('The message is being sent again', 'Failed to send the message again'),
      ),
    ),
  };
}
