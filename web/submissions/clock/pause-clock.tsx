import { Modal, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { DateTimePicker } from '#web/ui/date-fields.ts';
import { clockOf, instantOf } from '#web/lib/zoned-time.ts';
import { DialogButtons } from '#web/ui/dialog-buttons.tsx';
import { useNow } from '#web/ui/use-now.ts';

type PauseClockProps = {
  timeZone: string;
  isBusy: boolean;
  onPause: (pause: { reason: string; startedAt?: string }) => void;
  onClose: () => void;
};

/** Asks why the clock is paused, and since when. */
export function PauseClock({ timeZone, isBusy, onPause, onClose }: PauseClockProps) {
  const now = useNow();
  const [reason, setReason] = useState('');
  const [since, setSince] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const isEmpty = reason.trim() === '';
  return (
    <Modal opened onClose={onClose} title="Pause Clock">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (isEmpty) return;
          onPause({ reason, ...(since && { startedAt: instantOf(since, timeZone) }) });
        }}
      >
        <Stack gap="lg">
          <TextInput
            label="Reason"
            description="Clients read it when the submission is published."
            placeholder="Waiting for airspace approval"
            maxLength={200}
            data-autofocus
            value={reason}
            error={isTried && isEmpty ? 'A reason is required.' : undefined}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          <DateTimePicker
            label="Since"
            description={`Time in ${timeZone.replaceAll('_', ' ')}.`}
            placeholder="Now"
            clearable
            clearButtonProps={{ 'aria-label': 'Since now' }}
            maxDate={clockOf(now, timeZone)}
            value={since}
            onChange={setSince}
          />
          <DialogButtons label="Pause Clock" isBusy={isBusy} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}
