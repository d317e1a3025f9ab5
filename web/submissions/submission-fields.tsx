import { Select, Textarea, TextInput, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { dayOf, counted } from '#web/lib/formats.ts';
import { DatePickerInput } from '#web/ui/date-fields.ts';
import { useNow } from '#web/ui/use-now.ts';
import { CONTENT_TYPE_CHOICES } from './submission-choices.ts';
import type { SubmissionValues } from './submission-form.ts';
import type { SyntheticEvent } from 'react';
import { embeddedIds } from '#domain/content-text.ts';
import type { StaffFile } from '#domain/files.ts';
import { MAP_PROVIDER_NAMES, MAP_PROVIDERS } from '#domain/map-providers.ts';
import { hasMapSection } from '#domain/submissions.ts';

type SubmissionFieldsProps = {
  form: UseFormReturnType<SubmissionValues>;
  timeZone: string;
  isTypeKnown?: boolean;
};

export function SubmissionFields({ form, timeZone, isTypeKnown }: SubmissionFieldsProps) {
  return (
    <>
      <TextInput
        label="Title"
        required
        maxLength={200}
        placeholder="e.g. Week 12: slab poured"
        {...form.getInputProps('title')}
      />
      {isTypeKnown ? null : (
        <Select
          label="Content Type"
          data={CONTENT_TYPE_CHOICES}
          {...form.getInputProps('contentType')}
        />
      )}
      <DatePickerInput
        label="Recording Date"
        placeholder="Not set"
        valueFormat="MMM D, YYYY"
        maxDate={dayOf(useNow().toISOString(), timeZone)}
        clearable
        clearButtonProps={{ 'aria-label': 'Remove Recording Date' }}
        {...form.getInputProps('recordedDate')}
      />
      <Textarea
        label="Summary"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={2000}
        {...form.getInputProps('summary')}
      />
    </>
  );
}

export type ContentFieldProps = {
  form: UseFormReturnType<SubmissionValues>;
  files: readonly StaffFile[] | null;
  onCursor?: (position: number) => void;
};

export function ContentField({ form, files, onCursor }: ContentFieldProps) {
  const ids = embeddedIds(form.values.contentText);
  const missingCount = files ? ids.filter((id) => files.every((file) => file.id !== id)).length : 0;
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
          {counted(ids.length, 'file')} embedded. Clients see {ids.length === 1 ? 'it' : 'them'}{' '}
          inside the text.
        </Text>
      ) : null}
      {missingCount > 0 ? (
        <Text c="red" size="xs" mt={4}>
          {counted(missingCount, 'embedded file was', 'embedded files were')} removed and won't be
          shown.
        </Text>
      ) : null}
    </div>
  );
}

const PROVIDER_CHOICES = MAP_PROVIDERS.map((value) => ({
  value,
  label: MAP_PROVIDER_NAMES[value],
}));

type LinkFieldsProps = { form: UseFormReturnType<SubmissionValues> };

export function LinkFields({ form }: LinkFieldsProps) {
  return (
    <>
      <TextInput
        label="Google Drive Folder URL"
        placeholder="https://drive.google.com/drive/folders/…"
        maxLength={2000}
        {...form.getInputProps('googleDriveFolderUrl')}
      />
      {hasMapSection(form.values.contentType) ? <MapFields form={form} /> : null}
    </>
  );
}

function MapFields({ form }: LinkFieldsProps) {
  return (
    <>
      <Select label="Map Provider" data={PROVIDER_CHOICES} {...form.getInputProps('mapProvider')} />
      <TextInput
        label="Map Link"
        description="Link or embed code for an interactive map."
        placeholder="https://…"
        maxLength={4000}
        {...form.getInputProps('mapEmbedUrl')}
      />
      <TextInput
        label="Map Coordinates"
        placeholder="40.7128, -74.0060"
        maxLength={100}
        {...form.getInputProps('mapCoordinates')}
      />
    </>
  );
}
