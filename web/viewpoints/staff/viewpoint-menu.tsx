import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProjectViewpoint } from '#domain/viewpoint-history.ts';
import { api } from '#web/lib/api.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { MergeDialog, RemoveDialog, RenameDialog } from './viewpoint-dialogs.tsx';

type ViewpointMenuProps = {
  viewpoint: ProjectViewpoint;
  all: readonly ProjectViewpoint[];
  /** Hears which viewpoint has its photos when it is gone. */
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
        isHidden ? 'Clients See This Viewpoint Again' : 'Hidden from Clients',
        'Failed to change the viewpoint.',
      ),
    ),
  );
  const reorder = useMutation(
    api.viewpoints.reorder.mutationOptions(withToasts('Order Saved', 'Failed to save the order.')),
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
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions for ${name}`}>
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => open('rename')}>Rename</Menu.Item>
          <Menu.Item disabled={at <= 0} onClick={() => move(-1)}>
            Move Up
          </Menu.Item>
          <Menu.Item disabled={at === all.length - 1} onClick={() => move(1)}>
            Move Down
          </Menu.Item>
          <Menu.Item onClick={() => update.mutate({ id, isHidden: !isHidden })}>
            {isHidden ? 'Show to Clients' : 'Hide from Clients'}
          </Menu.Item>
          <Menu.Item disabled={all.length < 2} onClick={() => open('merge')}>
            Merge into Another
          </Menu.Item>
          {photoCount === 0 ? (
            <Menu.Item color="red" onClick={() => open('remove')}>
              Delete
            </Menu.Item>
          ) : null}
        </Menu.Dropdown>
      </Menu>
      {dialog === 'rename' ? <RenameDialog viewpoint={viewpoint} onClose={close} /> : null}
      {dialog === 'merge' ? (
        <MergeDialog {...{ viewpoint, all, onMerged }} onClose={close} />
      ) : null}
      {dialog === 'remove' ? <RemoveDialog {...{ viewpoint, onRemoved }} onClose={close} /> : null}
    </>
  );
}
