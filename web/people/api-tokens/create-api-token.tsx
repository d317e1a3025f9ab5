import { Checkbox, Modal, PasswordInput, Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { SCOPE_LABELS, TOKEN_SCOPES, type TokenScope } from '#domain/api-tokens.ts';
import { api } from '#web/lib/api.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import { NewSecret } from '#web/ui/new-secret.tsx';

const DAY_MS = 86_400_000;
const LIFETIMES = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
  { value: 'never', label: 'No expiration' },
];

const endOf = (lifetime: string | null) =>
  lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString();

type CreateApiTokenProps = { isOpen: boolean; onClose: () => void };

export function CreateApiToken({ isOpen, onClose }: CreateApiTokenProps) {
  const [secret, setSecret] = useState<string | null>(null);
  const close = () => {
    setSecret(null);
    onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title="Create API Token"
      closeOnClickOutside={!secret}
      closeOnEscape={!secret}
    >
      {secret ? (
        <NewSecret label="API Token" secret={secret} onDone={close}>
          Send it as the header “Authorization: Bearer …”.
        </NewSecret>
      ) : (
        <TokenForm onMade={setSecret} onCancel={close} />
      )}
    </Modal>
  );
}

type TokenFormProps = { onMade: (secret: string) => void; onCancel: () => void };
type Values = { name: string; scopes: TokenScope[]; lifetime: string | null; password: string };

function TokenForm({ onMade, onCancel }: TokenFormProps) {
  const withToasts = useMutationToasts(api.apiTokens.key());
  const create = useMutation(
    api.apiTokens.create.mutationOptions(
      withToasts('API token created', 'Failed to create the API token'),
    ),
  );
  const form = useForm<Values>({
    initialValues: { name: '', scopes: ['read'], lifetime: '90', password: '' },
    validate: {
      name: (name) => (name.trim() ? null : 'Enter a name.'),
      scopes: (scopes) => (scopes.length > 0 ? null : 'Choose at least one scope.'),
      password: (password) => (password ? null : 'Enter your password.'),
    },
  });
  const submit = form.onSubmit(({ name, scopes, lifetime, password }) => {
    create.mutate(
      { name, scopes, expiresAt: endOf(lifetime), password },
      { onSuccess: (made) => onMade(made.secret) },
    );
  });
  return (
    <DialogForm
      onSubmit={submit}
      label="Create API Token"
      isBusy={create.isPending}
      onCancel={onCancel}
    >
      <TextInput
        label="Name"
        placeholder="Upload script"
        description="The program that will use it."
        maxLength={100}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label="Scopes" {...form.getInputProps('scopes')}>
        <Stack gap="xs" mt="xs">
          {TOKEN_SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={SCOPE_LABELS[scope].label}
              description={SCOPE_LABELS[scope].description}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <Select label="Expires" data={LIFETIMES} {...form.getInputProps('lifetime')} />
      <PasswordInput
        label="Your Password"
        description="A token works until it expires, even after you sign out."
        autoComplete="current-password"
        maxLength={200}
        {...form.getInputProps('password')}
      />
    </DialogForm>
  );
}
