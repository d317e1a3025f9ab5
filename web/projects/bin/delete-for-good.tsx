import { Text } from '@mantine/core';
import type { BinItem } from '#domain/bin.ts';
import { byteSize } from '#domain/byte-size.ts';
import { counted } from '#web/lib/formats.ts';
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
  const within = kind === 'project' ? `${counted(submissions, 'submission')}, ` : '';
  const size = byteSize(bytes);
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
        {kind === 'file'
          ? ` (${size}). `
          : ` with ${within}${counted(files, 'original')} (${size}), all share links to it, and what
             was deleted from it before. `}
        This cannot be undone.
      </Text>
    </ConfirmDialog>
  );
}
