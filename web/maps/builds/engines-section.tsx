import { Alert, Button, Card, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Engine, EngineInput } from '#domain/map-builds.ts';
import { may } from '#domain/roles.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { useSession } from '#web/lib/session.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import { Section } from '#web/ui/section.tsx';
import { Loaded } from '#web/ui/states.tsx';
import { stateText } from './build-text.ts';

const SMALL = { size: 'xs', variant: 'default' } as const;

/** Only admins can change engines. */
export function EnginesSection() {
  const { user } = useSession();
  const mayChange = user !== null && may(user.role, 'settings.manage');
  const query = useQuery(api.engines.list.queryOptions());
  const [isAdding, setIsAdding] = useState(false);
  const add = <Button onClick={() => setIsAdding(true)}>Add Engine</Button>;
  return (
    <Section title="Map Engines" action={mayChange ? add : null}>
      <Stack gap="md">
        <Text c="dimmed">Servers with the NodeODM API. They build maps of a week's photos.</Text>
        <Loaded query={query} failed="Failed to load the map engines" waiting={null}>
          {({ engines }) =>
            engines.map((it) => <EngineCard key={it.id} {...{ engine: it, mayChange }} />)
          }
        </Loaded>
      </Stack>
      {isAdding ? <EngineDialog onClose={() => setIsAdding(false)} /> : null}
    </Section>
  );
}

function EngineCard({ engine, mayChange }: { engine: Engine; mayChange: boolean }) {
  const { id, name, url, isFromServer } = engine;
  const [open, setOpen] = useState<'Edit' | 'Remove' | null>(null);
  const actions = mayChange && !isFromServer ? (['Edit', 'Remove'] as const) : [];
  const close = () => setOpen(null);
  const withToasts = useMutationToasts(api.engines.key());
  const test = useMutation(api.engines.test.mutationOptions());
  const toasts = withToasts('Engine removed', 'Failed to remove the engine');
  const remove = useMutation(api.engines.remove.mutationOptions(toasts));
  return (
    <Card padding="md" withBorder>
      <Text fw={600}>{name}</Text>
      <Text style={{ overflowWrap: 'anywhere' }}>{url}</Text>
      {isFromServer ? <Text c="dimmed">Set by ENGINE_URL</Text> : null}
      <Group gap="xs" mt="sm">
        <Button {...SMALL} loading={test.isPending} onClick={() => test.mutate({ id })}>
          Test
        </Button>
        {actions.map((action) => (
          <Button key={action} {...SMALL} onClick={() => setOpen(action)}>
            {action}
          </Button>
        ))}
      </Group>
      {test.data ? <Alert color="green" mt="sm" title={stateText(test.data)} /> : null}
      {test.error ? <Alert color="red" mt="sm" title={errorMessage(test.error)} /> : null}
      {open === 'Edit' ? <EngineDialog engine={engine} onClose={close} /> : null}
      <ConfirmDialog
        isOpen={open === 'Remove'}
        title="Remove Engine"
        confirmLabel="Remove"
        isBusy={remove.isPending}
        onConfirm={() => remove.mutate({ id })}
        onClose={close}
      >
        Maps that {name} is building will fail. Finished maps stay.
      </ConfirmDialog>
    </Card>
  );
}

const problemOf = (field: 'name' | 'url') => (text: string) =>
  EngineInput.shape[field].safeParse(text).error?.issues[0]?.message ?? null;

function EngineDialog({ engine, onClose }: { engine?: Engine; onClose: () => void }) {
  const form = useForm({
    initialValues: { name: engine?.name ?? '', url: engine?.url ?? '', token: '' },
    validate: { name: problemOf('name'), url: problemOf('url') },
  });
  const label = engine ? 'Save' : 'Add Engine';
  const withToasts = useMutationToasts(api.engines.key());
  const save = useMutation({
    mutationFn: ({ token, ...values }: typeof form.values) => {
      const input = { ...values, ...(token && { token }) };
      return engine
        ? api.engines.update.call({ ...input, id: engine.id })
        : api.engines.add.call(input);
    },
    ...withToasts('Engine saved', 'Failed to save the engine', onClose),
  });
  const submit = form.onSubmit((values) => save.mutate(values));
  return (
    <Modal opened onClose={onClose} title={engine ? 'Edit Engine' : 'Add Engine'}>
      <DialogForm onSubmit={submit} label={label} isBusy={save.isPending} onCancel={onClose}>
        <TextInput label="Name" data-autofocus {...form.getInputProps('name')} />
        <TextInput label="Address" type="url" {...form.getInputProps('url')} />
        <TextInput
          label="Token"
          description={engine?.hasToken ? 'Empty keeps the current one' : 'If it needs one'}
          type="password"
          autoComplete="new-password"
          {...form.getInputProps('token')}
        />
      </DialogForm>
    </Modal>
  );
}
