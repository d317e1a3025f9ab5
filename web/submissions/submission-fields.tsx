import { Select, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { dayOf } from '#web/lib/formats.ts';
import { DatePickerInput } from '#web/ui/date-fields.ts';
import { useNow } from '#web/ui/use-now.ts';
import { CONTENT_TYPE_CHOICES } from './content-types.ts';
import type { SubmissionValues } from './submission-form.ts';

type SubmissionFieldsProps = {
  form: UseFormReturnType<SubmissionValues>;
  timeZone: string;
  /** Where it is clear what is documented. */
  isTypeKnown?: boolean;
};

/** Title, type, recording date and summary: what a submission begins with. */
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
