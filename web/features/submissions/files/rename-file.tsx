import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { StaffFile } from '#domain/files.ts';

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
            label="File name"
            maxLength={255}
            data-autofocus
            value={name}
            error={isEmpty ? 'A name is required.' : undefined}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isBusy} disabled={isEmpty}>
              Rename
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
