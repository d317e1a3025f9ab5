import { Alert, Button, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { FilesElsewhere } from '#domain/elsewhere.ts';
import type { StaffSubmission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { dateTime } from '#web/lib/formats.ts';
import { useUnits } from '#web/lib/use-units.ts';
import { Section } from '#web/ui/section.tsx';
import { toast } from '#web/ui/toast.ts';
import { elsewhereWarnings } from '../elsewhere/elsewhere-text.ts';
import { ScheduleDialog } from './schedule-dialog.tsx';

type ScheduleCardProps = {
  submission: StaffSubmission;
  elsewhere: FilesElsewhere | undefined;
  /** Saves what is not saved yet; the schedule waits for it and is not made when it answers false. */
  onBeforeSchedule: () => Promise<boolean>;
};

function useScheduleChanges() {
  const queryClient = useQueryClient();
  const accept = async (submission: StaffSubmission) => {
    const { queryKey } = api.submissions.get.queryOptions({ input: { id: submission.id } });
    queryClient.setQueryData(queryKey, submission);
    await queryClient.invalidateQueries({ queryKey: api.submissions.key() });
  };
  const onError = (error: unknown) => toast.failure('Failed to save content', error);
  const schedule = useMutation(
    api.submissions.schedule.mutationOptions({ onSuccess: accept, onError }),
  );
  const cancel = useMutation(
    api.submissions.cancelSchedule.mutationOptions({ onSuccess: accept, onError }),
  );
  return { schedule, cancel };
}

/** When a draft is published by itself, and how to change that. */
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
            It was not published on schedule. {scheduleError}
          </Alert>
        ) : null}
        <Text component="output" className="tabular">
          {publishAt
            ? `It will be published on ${dateTime(publishAt, timeZone)}, if it is complete then.`
            : 'Choose a time and it will publish automatically.'}
        </Text>
        <Button ref={opener} variant="default" onClick={dialog.open}>
          {publishAt ? 'Change Time' : 'Schedule Publication'}
        </Button>
        {publishAt || scheduleError ? (
          <Button
            variant="subtle"
            color="red"
            loading={cancel.isPending}
            // The button goes with what it takes back, and its focus with it.
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
