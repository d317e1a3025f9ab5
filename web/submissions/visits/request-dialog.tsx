import { Modal, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '#web/lib/api.ts';
import { dayOf } from '#web/lib/formats.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { DatePickerInput } from '#web/ui/date-fields.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import { useNow } from '#web/ui/use-now.ts';

const DAY_MS = 86_400_000;

type RequestDialogProps = { projectId: string; timeZone: string; onClose: () => void };

export function RequestDialog({ projectId, timeZone, onClose }: RequestDialogProps) {
  const withToasts = useMutationToasts(api.visits.key());
  const request = useMutation(
    api.visits.request.mutationOptions(
      withToasts('Visit requested', 'Failed to request the visit', onClose),
    ),
  );
  const tomorrow = dayOf(new Date(useNow().getTime() + DAY_MS).toISOString(), timeZone);
  const [day, setDay] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [isTried, setTried] = useState(false);
  const isEmpty = reason.trim() === '';
  return (
    <Modal opened onClose={onClose} title="Request a Visit">
      <DialogForm
        onSubmit={() => {
          setTried(true);
          if (day !== null && !isEmpty) request.mutate({ projectId, day, reason });
        }}
        label="Send Request"
        isBusy={request.isPending}
        onCancel={onClose}
      >
        <DatePickerInput
          label="Preferred Day"
          placeholder="Choose a day"
          minDate={tomorrow}
          data-autofocus
          value={day}
          error={isTried && day === null ? 'Choose a day.' : undefined}
          onChange={setDay}
        />
        <TextInput
          label="Reason"
          placeholder="Concrete pour on level 3"
          maxLength={200}
          value={reason}
          error={isTried && isEmpty ? 'A reason is required.' : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </DialogForm>
    </Modal>
  );
}
