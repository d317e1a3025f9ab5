import { Text } from '@mantine/core';
import type { BinItem } from '#domain/bin.ts';
import { counted, storageSize } from '#web/lib/formats.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';

type DeleteForGoodProps = {
  item: BinItem;
  isBusy: boolean;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something in the bin is deleted for good, and says what goes with it. */
export function DeleteForGood({ item, isBusy, onConfirm, onClose }: DeleteForGoodProps) {
  const { kind, name, submissions, files, bytes } = item;
  const along = [
    kind === 'project' ? counted(submissions, 'submission') : null,
    kind === 'file' ? null : `${counted(files, 'original')} (${storageSize(bytes)})`,
    kind === 'file' ? null : 'all share links to it',
  ].filter(Boolean);
  return (
    <ConfirmDialog
      isOpen
      title="Delete for Good"
      confirmLabel="Delete for Good"
      isBusy={isBusy}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <Text>
        This deletes <strong>{name}</strong>
        {along.length > 0 ? ` with ${along.join(', ')}` : `, ${storageSize(bytes)}`}, now rather
        than when its days are over. This cannot be undone.
      </Text>
    </ConfirmDialog>
  );
}
