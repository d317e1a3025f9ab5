import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react';
import { dateText } from '#domain/date-format.ts';
import { errorMessage, isTransient } from '#web/lib/error-messages.ts';
import { namesOf } from './submission-edit.ts';
import type { SubmissionForm, TheirChange } from './use-submission-form.ts';

type SaveBarProps = { details: SubmissionForm; isPublished: boolean };

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true } as const;

export function SaveBar({ details, isPublished }: SaveBarProps) {
  const { form, isDirty, isSaving, canUndo, canRedo, step, discard } = details;
  return (
    <Group justify="space-between" gap="xs">
      <Text
        component="output"
        size="sm"
        className="tabular"
        c={details.error && isDirty ? 'red' : 'dimmed'}
      >
        {[theirText(details.theirs), savedText(details, isPublished)].filter(Boolean).join(' ')}
      </Text>
      <Group gap="xs">
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Undo the last save"
          disabled={!canUndo}
          onClick={() => step(-1)}
        >
          <IconArrowBackUp {...ICON} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size="lg"
          aria-label="Redo"
          disabled={!canRedo}
          onClick={() => step(1)}
        >
          <IconArrowForwardUp {...ICON} />
        </ActionIcon>
        {isPublished && isDirty ? (
          <Button variant="default" onClick={discard}>
            Discard
          </Button>
        ) : null}
        <Button type="submit" loading={isSaving} disabled={form.values.title.trim() === ''}>
          {isPublished ? 'Update' : 'Save'}
        </Button>
      </Group>
    </Group>
  );
}

const clockText = (at: Date) =>
  dateText(at, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });

const theirText = (change: TheirChange | null) =>
  change && `${change.name} changed ${namesOf(change.fields)} at ${clockText(change.at)}.`;

function savedText(
  { isDirty, isSaving, error, savedAt, conflicts, form }: SubmissionForm,
  isPublished: boolean,
): string {
  if (isSaving) return 'Saving…';
  if (!isDirty) return savedAt ? `Saved ${clockText(savedAt)}` : 'All changes saved';
  if (conflicts.length > 0)
    return 'Not saved: choose one of the two versions. Changes are kept in this browser.';
  if (Object.keys(form.errors).length > 0) {
    return 'Not saved: fix the marked fields. Changes are kept in this browser.';
  }
  if (error && isTransient(error)) return 'Not saved: offline. Changes are kept in this browser.';
  if (error) return `Not saved: ${errorMessage(error)} Changes are kept in this browser.`;
  return isPublished
    ? 'Unsaved changes, kept in this browser. Click Update to show them to clients.'
    : 'Unsaved changes, kept in this browser';
}
