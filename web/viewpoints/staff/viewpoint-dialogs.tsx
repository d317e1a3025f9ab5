import { Modal, Select, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProjectViewpoint } from '#domain/viewpoint-history.ts';
import { api } from '#web/lib/api.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DialogButtons } from '#web/ui/dialog-buttons.tsx';
import { nameError } from '#domain/viewpoint-names.ts';

type NamedViewpoint = Pick<ProjectViewpoint, 'id' | 'name'>;
type RenameDialogProps = { viewpoint: NamedViewpoint; onClose: () => void };

export function RenameDialog({ viewpoint: { id, name }, onClose }: RenameDialogProps) {
  const [typed, setTyped] = useState(name);
  const withToasts = useMutationToasts(api.viewpoints.key());
  const update = useMutation(
    api.viewpoints.update.mutationOptions(
      withToasts('Viewpoint Renamed', 'Failed to rename the viewpoint', onClose),
    ),
  );
  return (
    <Modal opened onClose={onClose} title="Rename Viewpoint">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          update.mutate({ id, name: typed });
        }}
      >
        <Stack gap="lg">
          <TextInput
            label="Name"
            required
            autoComplete="off"
            data-autofocus
            value={typed}
            error={nameError(typed)}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <DialogButtons
            label="Rename"
            isBusy={update.isPending}
            isDisabled={typed.trim() === '' || nameError(typed) !== null}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

type MergeDialogProps = RenameDialogProps & {
  all: readonly NamedViewpoint[];
  onMerged?: ((intoId: string) => void) | undefined;
};

export function MergeDialog(props: MergeDialogProps) {
  const { viewpoint, all, onClose, onMerged } = props;
  const { id, name } = viewpoint;
  const [intoId, choose] = useState<string | null>(null);
  const withToasts = useMutationToasts(api.viewpoints.key());
  const merge = useMutation(
    api.viewpoints.merge.mutationOptions(
      withToasts('Viewpoints Merged', 'Failed to merge the viewpoints', () => {
        if (intoId) onMerged?.(intoId);
        onClose();
      }),
    ),
  );
  return (
    <ConfirmDialog
      isOpen
      title="Merge Viewpoints"
      confirmLabel="Merge"
      isBusy={merge.isPending}
      isDisabled={intoId === null}
      onConfirm={() => intoId && merge.mutate({ id, intoId })}
      onClose={onClose}
    >
      <Stack gap="md">
        <Text>
          All photos from <strong>{name}</strong>, and later ones from the same place, go to the
          viewpoint you choose. <strong>{name}</strong> is then removed.
        </Text>
        <ViewpointSelect label="Merge into" {...{ all, id }} value={intoId} onChange={choose} />
      </Stack>
    </ConfirmDialog>
  );
}

type RemoveDialogProps = RenameDialogProps & { onRemoved?: (() => void) | undefined };

/** Deletes a viewpoint without photos. */
export function RemoveDialog({ viewpoint, onClose, onRemoved }: RemoveDialogProps) {
  const { id, name } = viewpoint;
  const withToasts = useMutationToasts(api.viewpoints.key());
  const remove = useMutation(
    api.viewpoints.remove.mutationOptions(
      withToasts('Viewpoint Deleted', 'Failed to delete the viewpoint', () => {
        onRemoved?.();
        onClose();
      }),
    ),
  );
  return (
    <ConfirmDialog
      isOpen
      title="Delete Viewpoint"
      confirmLabel="Delete"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate({ id })}
      onClose={onClose}
    >
      <Text>
        <strong>{name}</strong> has no photos. Photos taken there later will create a new viewpoint.
      </Text>
    </ConfirmDialog>
  );
}

type ViewpointSelectProps = {
  label: string;
  all: readonly NamedViewpoint[];
  /** The viewpoint to exclude. */
  id: string;
  value: string | null;
  onChange: (id: string | null) => void;
};

export const ViewpointSelect = ({ label, all, id, value, onChange }: ViewpointSelectProps) => (
  <Select
    label={label}
    placeholder="Choose a viewpoint"
    searchable
    data={all
      .filter((each) => each.id !== id)
      .map((each) => ({ value: each.id, label: each.name }))}
    value={value}
    onChange={onChange}
  />
);
