import { Button, Group, Text } from '@mantine/core';
import {
  IconDownload,
  IconPlayerPause,
  IconPlayerPlay,
  IconTerminal2,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Download } from '#domain/downloads.ts';
import { api } from '#web/lib/api.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { OtherProgramsDialog } from './other-programs-dialog.tsx';
import { isFetchable } from './selection.ts';
import { canSave, forget, pause, resume, save, type ShownSave } from './saving/saves.ts';

const ICON = { size: 14, stroke: 1.75, 'aria-hidden': true };

type CardButtonsProps = { download: Download; status: ShownSave['status'] | null };

export function CardButtons({ download, status }: CardButtonsProps) {
  const [isRemoving, setRemoving] = useState(false);
  const [isShowing, setShowing] = useState(false);
  const { fileName } = download;
  const canFetch = isFetchable(download);
  return (
    <Group gap="xs">
      {canFetch ? <SaveButton download={download} status={status} /> : null}
      {canFetch ? (
        <CardButton icon={IconTerminal2} onPress={() => setShowing(true)} about={fileName}>
          Command Line
        </CardButton>
      ) : null}
      <CardButton icon={IconTrash} onPress={() => setRemoving(true)} about={fileName}>
        Remove
      </CardButton>
      <OtherProgramsDialog
        download={download}
        isOpen={isShowing}
        onClose={() => setShowing(false)}
      />
      <RemoveDialog download={download} isOpen={isRemoving} onClose={() => setRemoving(false)} />
    </Group>
  );
}

function SaveButton({ download, status }: CardButtonsProps) {
  const { id, url, fileName } = download;
  if (!canSave()) {
    return (
      <Button
        component="a"
        href={url}
        download={fileName}
        variant="default"
        size="xs"
        leftSection={<IconDownload {...ICON} />}
      >
        Download<span className="visually-hidden"> {fileName}</span>
      </Button>
    );
  }
  switch (status) {
    case 'elsewhere':
      return null;
    case 'running':
    case 'waiting':
      return (
        <CardButton icon={IconPlayerPause} onPress={() => void pause(id)} about={fileName}>
          Pause
        </CardButton>
      );
    case 'paused':
    case 'interrupted':
    case 'failed':
      return (
        <CardButton icon={IconPlayerPlay} onPress={() => void resume(download)} about={fileName}>
          Continue
        </CardButton>
      );
    default:
      return (
        <CardButton icon={IconDownload} onPress={() => void save(download)} about={fileName}>
          Save
        </CardButton>
      );
  }
}

type CardButtonProps = {
  icon: TablerIcon;
  children: string;
  about: string;
  onPress: () => void;
};

function CardButton({ icon: Icon, children, about, onPress }: CardButtonProps) {
  return (
    <Button variant="default" size="xs" leftSection={<Icon {...ICON} />} onClick={onPress}>
      {children}
      <span className="visually-hidden"> {about}</span>
    </Button>
  );
}

type DialogProps = { download: Download; isOpen: boolean; onClose: () => void };

function RemoveDialog({ download: { id, fileName }, isOpen, onClose }: DialogProps) {
  const withToasts = useMutationToasts(api.downloads.list.key());
  const remove = useMutation(
    api.downloads.remove.mutationOptions(
      withToasts('Download removed', 'Failed to remove the download', onClose),
    ),
  );
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title="Remove Download"
      confirmLabel="Remove"
      isBusy={remove.isPending}
      onClose={onClose}
      onConfirm={() => void forget(id).then(() => remove.mutate({ id }))}
    >
      <Text>
        The download link for <strong>{fileName}</strong> will stop working right away, even for
        downloads in progress. Saved files are kept.
      </Text>
    </ConfirmDialog>
  );
}
