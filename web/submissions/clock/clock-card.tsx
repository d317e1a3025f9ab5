import { Button, Stack, Text, Modal, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import type { StaffClock } from '#domain/publication-clock.ts';
import type { StaffSubmission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { dateTime } from '#web/lib/formats.ts';
import { Section } from '#web/ui/section.tsx';
import { useAcceptSubmission } from '../api.ts';
import { toast } from '#web/ui/toast.ts';
import { useNow } from '#web/ui/use-now.ts';
import { ClockState } from './clock-state.tsx';
import { clockSentences } from './clock-text.ts';
import { useState } from 'react';
import { DateTimePicker } from '#web/ui/date-fields.ts';
import { clockOf, instantOf } from '#domain/zoned-time.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';

function useClockChanges(onPaused: () => void) {
  const accept = useAcceptSubmission();
  const pause = useMutation(
    api.submissions.pauseClock.mutationOptions({
      onSuccess: (submission) => {
        onPaused();
        return accept(submission);
      },
      onError: (error) => toast.failure('Failed to pause the clock', error),
    }),
  );
  const resume = useMutation(
    api.submissions.resumeClock.mutationOptions({
      onSuccess: accept,
      onError: (error) => toast.failure('Failed to resume the clock', error),
    }),
  );
  return { pause, resume };
}

export function ClockCard({ submission }: { submission: StaffSubmission }) {
  const { id, clock, timeZone } = submission;
  const now = useNow();
  const [isPausing, dialog] = useDisclosure(false);
  const { pause, resume } = useClockChanges(dialog.close);
  const isPaused = clock.pauses.some(({ endedAt }) => endedAt === null);
  return (
    <Section title="36-Hour Clock" action={<ClockState clock={clock} />}>
      <Stack gap="sm">
        <Text className="tabular">{clockSentences(clock, now, timeZone)}</Text>
        <Pauses pauses={clock.pauses} timeZone={timeZone} />
        {clock.publishedAt === null ? (
          <Button
            variant="default"
            loading={resume.isPending}
            onClick={() => (isPaused ? resume.mutate({ id }) : dialog.open())}
          >
            {isPaused ? 'Resume Clock' : 'Pause Clock'}
          </Button>
        ) : null}
      </Stack>
      {isPausing ? (
        <PauseClock
          timeZone={timeZone}
          isBusy={pause.isPending}
          onPause={(wanted) => pause.mutate({ id, ...wanted })}
          onClose={dialog.close}
        />
      ) : null}
    </Section>
  );
}

function Pauses({ pauses, timeZone }: Pick<StaffClock, 'pauses'> & { timeZone: string }) {
  return pauses.map(({ id, reason, startedAt, startedBy, endedAt, endedBy }) => (
    <div key={id} style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm" fw={500}>
        Paused: {reason}
      </Text>
      <Text size="sm" c="dimmed" className="tabular">
        From {momentText(startedAt, startedBy, timeZone)}
        {endedAt ? ` to ${momentText(endedAt, endedBy, timeZone)}` : ''}
      </Text>
    </div>
  ));
}

const momentText = (at: string, by: string | null, timeZone: string) =>
  `${dateTime(at, timeZone)}${by ? ` (${by})` : ''}`;

type PauseClockProps = {
  timeZone: string;
  isBusy: boolean;
  onPause: (pause: { reason: string; startedAt?: string }) => void;
  onClose: () => void;
};

function PauseClock({ timeZone, isBusy, onPause, onClose }: PauseClockProps) {
  const now = useNow();
  const [reason, setReason] = useState('');
  const [since, setSince] = useState<string | null>(null);
  const [isTried, setTried] = useState(false);
  const isEmpty = reason.trim() === '';
  return (
    <Modal opened onClose={onClose} title="Pause Clock">
      <DialogForm
        onSubmit={() => {
          setTried(true);
          if (isEmpty) return;
          onPause({ reason, ...(since && { startedAt: instantOf(since, timeZone) }) });
        }}
        gap="lg"
        label="Pause Clock"
        isBusy={isBusy}
        onCancel={onClose}
      >
        <TextInput
          label="Reason"
          description="Clients will see this once the submission is published."
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
          clearButtonProps={{ 'aria-label': 'Reset to now' }}
          maxDate={clockOf(now, timeZone)}
          value={since}
          onChange={setSince}
        />
      </DialogForm>
    </Modal>
  );
}
