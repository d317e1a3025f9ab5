import { Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { StaffFile } from '#domain/files.ts';
import { DialogButtons } from '#web/ui/dialog-buttons.tsx';

type RenameFileProps = {
  file: StaffFile;
  isBusy: boolean;
  onRename: (fileName: string) => void;
  onClose: () => void;
};

/** Asks for another name of a file. */
export function RenameFile({ file, isBusy, onRename, onClose }: RenameFileProps) {
  const [name, setName] = useState(file.fileName);
  const isEmpty = name.trim() === '';
  return (
    <Modal opened onClose={onClose} title="Rename">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isEmpty) onRename(name.trim());
        }}
      >
        <Stack gap="lg">
          <TextInput
            label="File Name"
            maxLength={255}
            data-autofocus
            value={name}
            error={isEmpty ? 'A name is required.' : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <DialogButtons label="Rename" isBusy={isBusy} isDisabled={isEmpty} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
