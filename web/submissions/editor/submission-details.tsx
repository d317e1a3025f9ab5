import { Button, Group, Stack, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { memo } from 'react';
import type { StaffFile } from '#domain/files.ts';
import { date } from '#web/lib/formats.ts';
import { Section } from '#web/ui/section.tsx';
import { ContentField, type ContentFieldProps } from './content-field.tsx';
import { ConflictChoice } from './conflict-choice.tsx';
import { LinkFields } from './link-fields.tsx';
import { OddDaysAlert } from './odd-days-alert.tsx';
import { SaveBar } from './save-bar.tsx';
import { SubmissionFields } from '../submission-fields.tsx';
import type { SubmissionForm } from './use-submission-form.ts';

const NONE: readonly StaffFile[] = [];

type SubmissionDetailsProps = {
  details: SubmissionForm;
  isPublished: boolean;
  timeZone: string;
  /** The day that most files were taken on, YYYY-MM-DD. */
  takenOn: string | null;
  onOpen: (file: StaffFile) => void;
} & Omit<ContentFieldProps, 'form'>;

/** The details of a submission, with whether they are saved. */
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
            files={files ?? NONE}
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
