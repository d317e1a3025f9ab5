import { Alert, Button, Stack, Text, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { FilesElsewhere } from '#domain/elsewhere.ts';
import type { StaffSubmission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { dateTime } from '#web/lib/formats.ts';
import { useUnits } from '#web/lib/use-units.ts';
import { Section } from '#web/ui/section.tsx';
import { useAcceptSubmission } from '../api.ts';
import { toast } from '#web/ui/toast.ts';
import { elsewhereWarnings } from '../elsewhere/elsewhere-text.ts';
import { clockOf, instantOf } from '#domain/zoned-time.ts';
import { DateTimePicker } from '#web/ui/date-fields.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import { useNow } from '#web/ui/use-now.ts';

type ScheduleCardProps = {
  submission: StaffSubmission;
  elsewhere: FilesElsewhere | undefined;
  /** Saves unsaved changes; scheduling waits for it and stops if it resolves to false. */
  onBeforeSchedule: () => Promise<boolean>;
};

function useScheduleChanges() {
  const accept = useAcceptSubmission();
  const onError = (error: unknown) => toast.failure('Failed to save content', error);
  const schedule = useMutation(
    api.submissions.schedule.mutationOptions({ onSuccess: accept, onError }),
  );
  const cancel = useMutation(
    api.submissions.cancelSchedule.mutationOptions({ onSuccess: accept, onError }),
  );
  return { schedule, cancel };
}

export function ScheduleCard({ submission, elsewhere, onBeforeSchedule }: ScheduleCardProps) {
  const units = useUnits();
  const { id, publishAt, scheduleError, timeZone } = submission;
  const [isAsking, dialog] = useDisclosure(false);
  const { schedule, cancel } = useScheduleChanges();
  const opener = useRef<HTMLButtonElement>(null);
  const filesElsewhere = elsewhere?.files.map(({ fileId }) => fileId) ?? [];
  const start = async (at: string) => {
    if (!(await onBeforeSchedule())) return;
    schedule.mutate({ id, publishAt: at, filesElsewhere }, { onSuccess: dialog.close });
  };
  return (
    <Section title="Schedule">
      <Stack gap="sm">
        {scheduleError ? (
          <Alert color="red" p="xs">
            Not published on schedule. {scheduleError}
          </Alert>
        ) : null}
        <Text component="output" className="tabular">
          {publishAt
            ? `It will be published on ${dateTime(publishAt, timeZone)} if it's complete by then.`
            : 'Publish this automatically at a time you choose.'}
        </Text>
        <Button ref={opener} variant="default" onClick={dialog.open}>
          {publishAt ? 'Change Time' : 'Schedule Publication'}
        </Button>
        {publishAt || scheduleError ? (
          <Button
            variant="subtle"
            color="red"
            loading={cancel.isPending}
            // The clicked button disappears with the schedule, so move the focus.
            onClick={() => cancel.mutate({ id }, { onSuccess: () => opener.current?.focus() })}
          >
            {publishAt ? 'Cancel Schedule' : 'Dismiss'}
          </Button>
        ) : null}
      </Stack>
      {isAsking ? (
        <ScheduleDialog
          timeZone={timeZone}
          publishAt={publishAt}
          warnings={elsewhere ? elsewhereWarnings(elsewhere, submission.projectName, units) : []}
          isBusy={schedule.isPending}
          onSchedule={(at) => void start(at)}
          onClose={dialog.close}
        />
      ) : null}
    </Section>
  );
}

type ScheduleDialogProps = {
  timeZone: string;
  publishAt: string | null;
  warnings: readonly string[];
  isBusy: boolean;
  onSchedule: (publishAt: string) => void;
  onClose: () => void;
};

/** Times are in the project's time zone. */
function ScheduleDialog(props: ScheduleDialogProps) {
  const { timeZone, publishAt, warnings, isBusy, onSchedule, onClose } = props;
  const now = useNow();
  const [time, setTime] = useState(publishAt && clockOf(new Date(publishAt), timeZone));
  const [isTried, setTried] = useState(false);
  const at = time === null ? null : instantOf(time, timeZone);
  const isPast = at === null || Date.parse(at) <= now.getTime();
  return (
    <Modal opened onClose={onClose} title="Schedule Publication">
      <DialogForm
        onSubmit={() => {
          setTried(true);
          if (at !== null && !isPast) onSchedule(at);
        }}
        gap="lg"
        label={warnings.length > 0 ? 'Schedule Anyway' : 'Schedule'}
        isBusy={isBusy}
        onCancel={onClose}
      >
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
          Clients are notified when it's published. It stays a draft, and you are notified, if files
          are still processing at that time, more files taken elsewhere were added, or there is
          nothing to show.
        </Text>
        {warnings.map((warning) => (
          <Alert key={warning} color="yellow" p="xs" style={{ overflowWrap: 'anywhere' }}>
            {warning}
          </Alert>
        ))}
      </DialogForm>
    </Modal>
  );
}
