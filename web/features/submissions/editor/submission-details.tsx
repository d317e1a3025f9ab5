import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { date } from '#web/lib/formats.ts';
import { Section } from '#web/ui/section.tsx';
import { SubmissionFields } from '../submission-fields.tsx';
import type { SubmissionForm } from './use-submission-form.ts';

type SubmissionDetailsProps = {
  details: SubmissionForm;
  timeZone: string;
  /** The day that most files were taken on, YYYY-MM-DD. */
  takenOn: string | null;
};

/** The details of a submission, with whether they are saved. */
export function SubmissionDetails({ details, timeZone, takenOn }: SubmissionDetailsProps) {
  const { form, isDirty, isSaving, error, save } = details;
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
                Use this date
              </Button>
            </Group>
          ) : null}
          <SubmissionFields form={form} timeZone={timeZone} />
          <Textarea
            label="Content"
            autosize
            minRows={4}
            maxRows={16}
            maxLength={50_000}
            {...form.getInputProps('contentText')}
          />
          <TextInput
            label="Google Drive Folder URL"
            placeholder="https://drive.google.com/drive/folders/…"
            maxLength={2000}
            {...form.getInputProps('googleDriveFolderUrl')}
          />
          <Group justify="space-between" gap="xs">
            <Text component="output" size="sm" c={error && isDirty ? 'red' : 'dimmed'}>
              {savedText({ isDirty, isSaving, hasFailed: error !== null })}
            </Text>
            <Button type="submit" disabled={!isDirty} loading={isSaving}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}

type SaveState = { isDirty: boolean; isSaving: boolean; hasFailed: boolean };

function savedText({ isDirty, isSaving, hasFailed }: SaveState): string {
  if (isSaving) return 'Saving…';
  if (!isDirty) return 'All changes saved';
  return hasFailed ? 'Not saved. What you typed is still here.' : 'Unsaved changes';
}
