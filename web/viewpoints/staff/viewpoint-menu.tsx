import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProjectViewpoint } from '#domain/viewpoint-history.ts';
import { api } from '#web/lib/api.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { ActionsMenu } from '#web/ui/actions-menu.tsx';
import { MergeDialog, RemoveDialog, RenameDialog } from './viewpoint-dialogs.tsx';

type ViewpointMenuProps = {
  viewpoint: ProjectViewpoint;
  all: readonly ProjectViewpoint[];
  /** Called with the viewpoint that received the photos. */
  onMerged?: (intoId: string) => void;
  onRemoved?: () => void;
};

export function ViewpointMenu({ viewpoint, all, onMerged, onRemoved }: ViewpointMenuProps) {
  const { id, projectId, name, isHidden, photoCount } = viewpoint;
  const [dialog, open] = useState<'rename' | 'merge' | 'remove' | null>(null);
  const withToasts = useMutationToasts(api.viewpoints.key());
  const update = useMutation(
    api.viewpoints.update.mutationOptions(
      withToasts(
        isHidden ? 'Visible to Clients' : 'Hidden from Clients',
        'Failed to change the viewpoint',
      ),
    ),
  );
  const reorder = useMutation(
    api.viewpoints.reorder.mutationOptions(withToasts('Order Saved', 'Failed to save the order')),
  );
  const at = all.findIndex((each) => each.id === id);
  const move = (by: 1 | -1) => {
    const ids = all.map((each) => each.id);
    ids.splice(at, 1);
    ids.splice(at + by, 0, id);
    reorder.mutate({ projectId, ids });
  };
  const close = () => open(null);
  return (
    <>
      <ActionsMenu
        position="bottom-end"
        name={name}
        actions={[
          { label: 'Rename', run: () => open('rename') },
          { label: 'Move Up', isDisabled: at <= 0, run: () => move(-1) },
          { label: 'Move Down', isDisabled: at === all.length - 1, run: () => move(1) },
          {
            label: isHidden ? 'Show to Clients' : 'Hide from Clients',
            run: () => update.mutate({ id, isHidden: !isHidden }),
          },
          {
            label: 'Merge into Another Viewpoint',
            isDisabled: all.length < 2,
            run: () => open('merge'),
          },
          photoCount === 0 ? { label: 'Delete', color: 'red', run: () => open('remove') } : null,
        ]}
      />
      {dialog === 'rename' ? <RenameDialog viewpoint={viewpoint} onClose={close} /> : null}
      {dialog === 'merge' ? (
        <MergeDialog {...{ viewpoint, all, onMerged }} onClose={close} />
      ) : null}
      {dialog === 'remove' ? <RemoveDialog {...{ viewpoint, onRemoved }} onClose={close} /> : null}
    </>
  );
}
