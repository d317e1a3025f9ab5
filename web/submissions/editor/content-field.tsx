import { Text, Textarea } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { SyntheticEvent } from 'react';
import { embeddedIds } from '#domain/content-text.ts';
import type { StaffFile } from '#domain/files.ts';
import { counted } from '#web/lib/formats.ts';
import type { SubmissionValues } from '../submission-form.ts';

export type ContentFieldProps = {
  form: UseFormReturnType<SubmissionValues>;
  /** Null if they are unknown. */
  files: readonly StaffFile[] | null;
  /** Hears where the cursor is, so that files are embedded there. */
  onCursor?: (position: number) => void;
};

/** The text of a submission, with what is embedded in it. */
export function ContentField({ form, files, onCursor }: ContentFieldProps) {
  const ids = embeddedIds(form.values.contentText);
  const gone = files ? ids.filter((id) => files.every((file) => file.id !== id)).length : 0;
  const follow = ({ currentTarget }: SyntheticEvent<HTMLTextAreaElement>) =>
    onCursor?.(currentTarget.selectionStart);
  return (
    <div>
      <Textarea
        label="Content"
        autosize
        minRows={4}
        maxRows={16}
        maxLength={50_000}
        {...form.getInputProps('contentText')}
        onSelect={follow}
        onBlur={follow}
      />
      {ids.length > 0 ? (
        <Text c="dimmed" size="xs" mt={4}>
          {counted(ids.length, 'file')} embedded. Clients see the media inside the text.
        </Text>
      ) : null}
      {gone > 0 ? (
        <Text c="red" size="xs" mt={4}>
          {counted(gone, 'embedded file')} removed, so not shown.
        </Text>
      ) : null}
    </div>
  );
}
