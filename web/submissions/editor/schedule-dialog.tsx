import { Alert, Modal, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { clockOf, instantOf } from '#web/lib/zoned-time.ts';
import { DateTimePicker } from '#web/ui/date-fields.ts';
import { DialogButtons } from '#web/ui/dialog-buttons.tsx';
import { useNow } from '#web/ui/use-now.ts';

type ScheduleDialogProps = {
  timeZone: string;
  publishAt: string | null;
  /** What to know before; the schedule is made all the same then. */
  warnings: readonly string[];
  isBusy: boolean;
  onSchedule: (publishAt: string) => void;
  onClose: () => void;
};

/** Asks when a draft is to be published, by the clock at the site. */
export function ScheduleDialog(props: ScheduleDialogProps) {
  const { timeZone, publishAt, warnings, isBusy, onSchedule, onClose } = props;
  const now = useNow();
  const [time, setTime] = useState(publishAt && clockOf(new Date(publishAt), timeZone));
  const [isTried, setTried] = useState(false);
  const at = time === null ? null : instantOf(time, timeZone);
  const isPast = at === null || Date.parse(at) <= now.getTime();
  return (
    <Modal opened onClose={onClose} title="Schedule Publication">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (at !== null && !isPast) onSchedule(at);
        }}
      >
        <Stack gap="lg">
          <DateTimePicker
            label="Publish on"
            description={`Time in ${timeZone.replaceAll('_', ' ')}.`}
            placeholder="Choose a time"
            minDate={clockOf(now, timeZone)}
            defaultTimeValue="07:00"
            data-autofocus
            value={time}
            error={isTried && isPast ? 'Choose a time in the future.' : undefined}
            onChange={setTime}
          />
          <Text c="dimmed" size="sm">
            Clients are notified then. If files are still processing at that time, more files from
            elsewhere have arrived, or there is nothing to show, it stays a draft and you are
            notified.
          </Text>
          {warnings.map((warning) => (
            <Alert key={warning} color="yellow" p="xs" style={{ overflowWrap: 'anywhere' }}>
              {warning}
            </Alert>
          ))}
          <DialogButtons
            label={warnings.length > 0 ? 'Schedule Anyway' : 'Schedule'}
            isBusy={isBusy}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
