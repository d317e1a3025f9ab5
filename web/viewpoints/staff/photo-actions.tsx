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
      onError: (error) => toast.failure('Failed to split the viewpoint.', error),
    }),
  );
  const refer = useMutation(
    api.viewpoints.setReference.mutationOptions(
      withToasts('Photos Are Being Aligned with This One', 'Failed to choose the photo.', onDone),
    ),
  );
  const [first] = chosenIds;
  if (first === undefined) {
    return (
      <Text c="dimmed" size="sm">
        Choose photos to move them, to split them off, or to align the others with one.
      </Text>
    );
  }
  return (
    <Group gap="xs">
      <Text size="sm">{counted(chosenIds.length, 'photo')} chosen</Text>
      <Button
        variant="default"
        size="xs"
        disabled={chosenIds.length > 1 || first === referenceId}
        loading={refer.isPending}
        onClick={() => refer.mutate({ id, fileId: first })}
      >
        Align Others with It
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
        Move to Another
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
      withToasts('Photos Moved', 'Failed to move the photos.', onDone),
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
          <Text>Photos from the same place on later visits will follow.</Text>
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
