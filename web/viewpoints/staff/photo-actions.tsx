import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ViewpointHistory } from '#domain/viewpoint-history.ts';
import { api } from '#web/lib/api.ts';
import { counted } from '#web/lib/formats.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { DialogButtons } from '#web/ui/dialog-buttons.tsx';
import { toast } from '#web/ui/toast.ts';
import { ViewpointSelect } from './viewpoint-dialogs.tsx';

type PhotoActionsProps = {
  viewpoint: ViewpointHistory;
  chosenIds: readonly string[];
  onDone: () => void;
};

export function PhotoActions({ viewpoint, chosenIds, onDone }: PhotoActionsProps) {
  const { id, projectId, referenceId, photos } = viewpoint;
  const [isMoving, setMoving] = useState(false);
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const withToasts = useMutationToasts(api.viewpoints.key());
  const split = useMutation(
    api.viewpoints.split.mutationOptions({
      onSuccess: async ({ id: viewpointId }) => {
        await queryClient.invalidateQueries({ queryKey: api.viewpoints.key() });
        const to = { to: ROUTES.operatorViewpoint, params: { projectId, viewpointId } };
        toast.offer('Viewpoint Created', 'Open', () => void navigate(to));
        onDone();
      },
      onError: (error) => toast.failure('Failed to split the viewpoint', error),
    }),
  );
  const setReference = useMutation(
    api.viewpoints.setReference.mutationOptions(
      withToasts('Aligning Photos with This One', 'Failed to set the reference photo', onDone),
    ),
  );
  const [first] = chosenIds;
  if (first === undefined) {
    return (
      <Text c="dimmed" size="sm">
        Select photos to move them, split them off, or align the other photos with one of them.
      </Text>
    );
  }
  return (
    <Group gap="xs">
      <Text size="sm">{counted(chosenIds.length, 'photo')} selected</Text>
      <Button
        variant="default"
        size="xs"
        disabled={chosenIds.length > 1 || first === referenceId}
        loading={setReference.isPending}
        onClick={() => setReference.mutate({ id, fileId: first })}
      >
        Align Others with This Photo
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={chosenIds.length === photos.length}
        loading={split.isPending}
        onClick={() => split.mutate({ id, fileIds: [...chosenIds] })}
      >
        Split Off
      </Button>
      <Button variant="default" size="xs" onClick={() => setMoving(true)}>
        Move to Another Viewpoint
      </Button>
      {isMoving ? (
        <MoveDialog
          {...{ viewpoint, chosenIds }}
          onClose={() => setMoving(false)}
          onDone={() => {
            setMoving(false);
            onDone();
          }}
        />
      ) : null}
    </Group>
  );
}

type MoveDialogProps = PhotoActionsProps & { onClose: () => void };

function MoveDialog({ viewpoint: { id, projectId }, chosenIds, onClose, onDone }: MoveDialogProps) {
  const [toId, choose] = useState<string | null>(null);
  const { data } = useQuery(api.viewpoints.list.queryOptions({ input: { projectId } }));
  const withToasts = useMutationToasts(api.viewpoints.key());
  const assign = useMutation(
    api.viewpoints.assign.mutationOptions(
      withToasts('Photos Moved', 'Failed to move the photos', onDone),
    ),
  );
  return (
    <Modal opened onClose={onClose} title="Move Photos">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (toId) assign.mutate({ id: toId, fileIds: [...chosenIds] });
        }}
      >
        <Stack gap="lg">
          <Text>Later photos from the same place will go to that viewpoint, too.</Text>
          <ViewpointSelect
            label="Viewpoint"
            all={data?.viewpoints ?? []}
            id={id}
            value={toId}
            onChange={choose}
          />
          <DialogButtons
            label="Move"
            isBusy={assign.isPending}
            isDisabled={toId === null}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
