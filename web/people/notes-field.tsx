import { Textarea } from '@mantine/core';

/** What staff note about somebody; `props` are those of a form's field. */
export function NotesField(props: object) {
  return (
    <Textarea
      label="Notes"
      description="Only staff can see this"
      autosize
      minRows={2}
      maxRows={6}
      maxLength={2000}
      {...props}
    />
  );
}
