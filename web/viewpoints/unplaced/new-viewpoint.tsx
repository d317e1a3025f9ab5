import { Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { counted } from '#web/lib/formats.ts';
import { DialogButtons } from '#web/ui/dialog-buttons.tsx';
import { nameError } from '../name-error.ts';

type NewViewpointProps = {
  photos: number;
  isBusy: boolean;
  onMake: (name: string) => void;
  onClose: () => void;
};

/** Asks for the name of a viewpoint that is made of photos. */
export function NewViewpoint({ photos, isBusy, onMake, onClose }: NewViewpointProps) {
  const [name, setName] = useState('');
  return (
    <Modal opened onClose={onClose} title="New Viewpoint">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onMake(name.trim());
        }}
      >
        <Stack gap="lg">
          <Text>
            Created from {counted(photos, 'photo')}. Photos of the same place on later visits will
            follow.
          </Text>
          <TextInput
            label="Name"
            placeholder="North gate"
            required
            autoComplete="off"
            data-autofocus
            value={name}
            error={nameError(name)}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <DialogButtons
            label="Create"
            isBusy={isBusy}
            isDisabled={name.trim() === '' || nameError(name) !== null}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
