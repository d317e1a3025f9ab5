import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SCOPE_LABELS, type ApiToken } from '#domain/api-tokens.ts';
import { api } from '#web/lib/api.ts';
import { dateTime } from '#web/lib/formats.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { useSession } from '#web/lib/session.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Section } from '#web/ui/section.tsx';
import { LoadError } from '#web/ui/states.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { CreateApiToken } from './create-api-token.tsx';

/** Times are in the reader's time zone. */
export function ApiTokensSection() {
  const query = useQuery(api.apiTokens.list.queryOptions({}));
  const [isCreating, setIsCreating] = useState(false);
  const [revoked, setRevoked] = useState<ApiToken | null>(null);
  if (query.isError && !query.data)
    return <LoadError title="Failed to load the API tokens" query={query} />;
  const tokens = query.data?.apiTokens;
  return (
    <Section
      title="API Tokens"
      action={
        <Button
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setIsCreating(true)}
        >
          Create API Token
        </Button>
      }
    >
      {tokens?.length === 0 ? (
        <Text c="dimmed">
          No API tokens yet. A token lets a program upload files or publish submissions in your
          name.
        </Text>
      ) : (
        <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
          {tokens?.map((token) => (
            <TokenRow key={token.id} token={token} onRevoke={() => setRevoked(token)} />
          )) ?? <Skeleton h={44} component="li" aria-label="Loading API tokens" />}
        </Stack>
      )}
      <CreateApiToken isOpen={isCreating} onClose={() => setIsCreating(false)} />
      <RevokeDialog token={revoked} onClose={() => setRevoked(null)} />
    </Section>
  );
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const { user } = useSession();
  const { name, prefix, scopes, person, createdAt, expiresAt, lastUsedAt } = token;
  const now = useNow();
  const hasExpired = expiresAt !== null && Date.parse(expiresAt) <= now.getTime();
  return (
    <Group component="li" justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
      <div style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text fw={500}>
          {name}{' '}
          <Text span c="dimmed" ff="monospace" size="sm">
            {prefix}…
          </Text>
        </Text>
        <Text size="sm">{scopes.map((scope) => SCOPE_LABELS[scope].label).join(' · ')}</Text>
        <Text c="dimmed" size="xs">
          {person.id === user?.id ? '' : `Acts as ${person.name} · `}
          Created {dateTime(createdAt)} ·{' '}
          {lastUsedAt ? `Last used ${dateTime(lastUsedAt)}` : 'Not used yet'} ·{' '}
          <Text span inherit c={hasExpired ? 'red' : undefined}>
            {expiresAt
              ? `${hasExpired ? 'Expired' : 'Expires'} ${dateTime(expiresAt)}`
              : 'No expiration'}
          </Text>
        </Text>
      </div>
      <Button variant="default" size="compact-sm" flex="none" onClick={onRevoke}>
        Revoke<span className="visually-hidden"> {name}</span>
      </Button>
    </Group>
  );
}

function RevokeDialog({ token, onClose }: { token: ApiToken | null; onClose: () => void }) {
  const withToasts = useMutationToasts(api.apiTokens.key());
  const revoke = useMutation(
    api.apiTokens.revoke.mutationOptions(
      withToasts('API token revoked', 'Failed to revoke the API token', onClose),
    ),
  );
  return (
    <ConfirmDialog
      isOpen={token !== null}
      title="Revoke API Token"
      confirmLabel="Revoke"
      isBusy={revoke.isPending}
      onConfirm={() => {
        if (token) revoke.mutate({ id: token.id });
      }}
      onClose={onClose}
    >
      {token?.name} will stop working right away. This cannot be undone.
    </ConfirmDialog>
  );
}
