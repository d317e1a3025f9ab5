import { Text, Modal, TextInput } from '@mantine/core';
import type { StaffFile } from '#domain/files.ts';
import { undoText, useBinDays } from '#web/lib/bin.ts';
import { counted } from '#web/lib/formats.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { useState } from 'react';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';

/** A listed file, or the RAW file of the photo named `photoName`. */
export type RemovedFile = Pick<StaffFile, 'id' | 'fileName'> &
  Partial<Pick<StaffFile, 'raw'>> & { photoName?: string };

type RemoveFilesProps = {
  files: readonly RemovedFile[] | null;
  isBusy: boolean;
  onRemove: (ids: string[]) => void;
  onClose: () => void;
};

const MAX_NAMED = 3;

export function RemoveFiles({ files, isBusy, onRemove, onClose }: RemoveFilesProps) {
  return (
    <ConfirmDialog
      isOpen={files !== null}
      title={files ? `Remove ${counted(files.length, 'file')}` : ''}
      confirmLabel="Remove"
      isBusy={isBusy}
      onConfirm={() => {
        if (files) onRemove(files.map(({ id }) => id));
      }}
      onClose={onClose}
    >
      {files ? <RemovalText files={files} /> : null}
    </ConfirmDialog>
  );
}

function RemovalText({ files }: { files: readonly RemovedFile[] }) {
  const binDays = useBinDays();
  const [first] = files;
  if (first?.photoName) {
    return (
      <Text>
        This removes the RAW file <strong>{first.fileName}</strong>. {first.photoName} is kept.{' '}
        {undoText(binDays)}
      </Text>
    );
  }
  const names = files.slice(0, MAX_NAMED).map(({ fileName }) => fileName);
  const rest = files.length > MAX_NAMED ? ` and ${files.length - MAX_NAMED} more` : '';
  const raws = files.filter(({ raw }) => raw).length;
  return (
    <Text>
      This removes <strong>{names.join(', ')}</strong>
      {rest} from the submission, including the originals.{' '}
      {raws > 0 ? `${counted(raws, 'RAW file is', 'RAW files are')} kept. ` : ''}
      {undoText(binDays)}
    </Text>
  );
}

type RenameFileProps = {
  file: StaffFile;
  isBusy: boolean;
  onRename: (fileName: string) => void;
  onClose: () => void;
};

export function RenameFile({ file, isBusy, onRename, onClose }: RenameFileProps) {
  const [name, setName] = useState(file.fileName);
  const isEmpty = name.trim() === '';
  return (
    <Modal opened onClose={onClose} title="Rename">
      <DialogForm
        onSubmit={() => onRename(name.trim())}
        gap="lg"
        label="Rename"
        isBusy={isBusy}
        isDisabled={isEmpty}
        onCancel={onClose}
      >
        <TextInput
          label="File Name"
          maxLength={255}
          data-autofocus
          value={name}
          error={isEmpty ? 'A name is required.' : undefined}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </DialogForm>
    </Modal>
  );
}
