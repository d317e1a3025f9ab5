import { Button, Group, Stack, Text, Alert } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { memo, useMemo } from 'react';
import type { StaffFile } from '#domain/files.ts';
import { date, counted, dayOf, oddDayText } from '#web/lib/formats.ts';
import { Section } from '#web/ui/section.tsx';
import {
  ContentField,
  type ContentFieldProps,
  SubmissionFields,
  LinkFields,
} from '../submission-fields.tsx';
import { SaveBar } from './save-bar.tsx';
import type { SubmissionForm } from './use-submission-form.ts';
import { contentTypeLabel } from '../submission-choices.ts';
import { ContentType } from '#domain/submissions.ts';
import { CONFLICT_MESSAGE, FIELD_NAMES, type Field } from './submission-edit.ts';
import { countDays } from '#domain/weeks.ts';

const MAX_NAMED = 3;

type OddDaysAlertProps = {
  files: readonly StaffFile[];
  timeZone: string;
  recordedDate: string | null;
  onOpen: (file: StaffFile) => void;
};

function OddDaysAlert({ files, timeZone, recordedDate, onOpen }: OddDaysAlertProps) {
  const odd = useMemo(
    () => findOddDays(files, timeZone, recordedDate),
    [files, timeZone, recordedDate],
  );
  const rest = odd.length - MAX_NAMED;
  if (odd.length === 0) return null;
  return (
    <Alert color="yellow" p="xs" title="Photos from other days">
      {odd.slice(0, MAX_NAMED).map(({ day, count, first }) => (
        <Group key={day} gap="xs" justify="space-between" wrap="nowrap">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {oddDayText({ day, count, name: first.fileName })}.
          </Text>
          <Button
            size="compact-xs"
            variant="default"
            flex="none"
            aria-label={`View ${first.fileName}`}
            onClick={() => onOpen(first)}
          >
            View
          </Button>
        </Group>
      ))}
      {rest > 0 ? <Text size="sm">And photos from {counted(rest, 'more day')}.</Text> : null}
    </Alert>
  );
}

type ConflictChoiceProps = {
  conflicts: readonly { field: Field; theirs: string }[];
  onDecide: (field: Field, isMine: boolean) => void;
};

function ConflictChoice({ conflicts, onDecide }: ConflictChoiceProps) {
  return conflicts.map(({ field, theirs }) => (
    <Alert key={field} color="yellow" title={`${FIELD_NAMES[field]}: ${CONFLICT_MESSAGE}`}>
      <Stack gap="xs">
        <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {theirs.trim() === '' ? 'Their version is empty.' : `Theirs: ${valueText(field, theirs)}`}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => onDecide(field, true)}>
            Keep Mine
          </Button>
          <Button size="xs" variant="default" onClick={() => onDecide(field, false)}>
            Use Theirs
          </Button>
        </Group>
      </Stack>
    </Alert>
  ));
}

const valueText = (field: Field, text: string) => {
  const type = field === 'contentType' ? ContentType.safeParse(text).data : undefined;
  return type ? contentTypeLabel(type) : text;
};

const NO_FILES: readonly StaffFile[] = [];

type SubmissionDetailsProps = {
  details: SubmissionForm;
  isPublished: boolean;
  timeZone: string;
  /** The day on which most files were taken, YYYY-MM-DD. */
  takenOn: string | null;
  onOpen: (file: StaffFile) => void;
} & Omit<ContentFieldProps, 'form'>;

export const SubmissionDetails = memo(function SubmissionDetails(props: SubmissionDetailsProps) {
  const { details, isPublished, timeZone, takenOn, files, onCursor, onOpen } = props;
  const { form, save } = details;
  useHotkeys([['mod+S', () => void save()]], []);
  const proposal = form.values.recordedDate === null ? takenOn : null;
  return (
    <Section title="Details">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Stack gap="md">
          {proposal ? (
            <Group gap="xs" justify="space-between">
              <Text size="sm">The files were taken on {date(proposal, timeZone)}.</Text>
              <Button
                size="compact-sm"
                variant="light"
                onClick={() => form.setFieldValue('recordedDate', proposal)}
              >
                Use This Date
              </Button>
            </Group>
          ) : null}
          <SubmissionFields form={form} timeZone={timeZone} />
          <OddDaysAlert
            files={files ?? NO_FILES}
            timeZone={timeZone}
            recordedDate={form.values.recordedDate}
            onOpen={onOpen}
          />
          <ContentField form={form} files={files} onCursor={onCursor} />
          <LinkFields form={form} />
          <ConflictChoice conflicts={details.conflicts} onDecide={details.decide} />
          <SaveBar details={details} isPublished={isPublished} />
        </Stack>
      </form>
    </Section>
  );
});

/**
 * The days on which photos were taken, except for the submission's day (its recording date, YYYY-MM-DD, or the day with
 * the most photos). Days with the most photos come first; `first` is a day's first photo.
 */
export function findOddDays<T extends Pick<StaffFile, 'kind' | 'state' | 'capturedAt'>>(
  files: readonly T[],
  timeZone: string,
  recordedDate: string | null,
): { day: string; count: number; first: T }[] {
  const photos = files.flatMap((file) => {
    const { kind, state, capturedAt } = file;
    return kind === 'photo' && state === 'ready' && capturedAt
      ? [{ file, day: dayOf(capturedAt, timeZone) }]
      : [];
  });
  const days = countDays(photos.map(({ day }) => day));
  const documented = days.find(({ day }) => day === recordedDate) ?? days[0];
  return days.flatMap((each) => {
    const first = photos.find(({ day }) => day === each.day)?.file;
    return each === documented || !first ? [] : [{ ...each, first }];
  });
}
