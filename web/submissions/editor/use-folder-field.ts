import type { UseFormReturnType } from '@mantine/form';
import { useCallback, useRef } from 'react';
import { toast } from '#web/ui/toast.ts';
import type { SubmissionValues } from '../submission-form.ts';

type Form = Pick<UseFormReturnType<SubmissionValues>, 'getValues' | 'setFieldValue'>;

/** Puts the folder that files are taken from into its empty field; never over what somebody entered. */
export function useFolderField({ getValues, setFieldValue }: Form) {
  const filled = useRef('');
  return useCallback(
    (url: string) => {
      const present = getValues().googleDriveFolderUrl.trim();
      if (present === url || (present !== '' && present !== filled.current)) return;
      filled.current = url;
      setFieldValue('googleDriveFolderUrl', url);
      toast.note(
        'Google Drive Folder URL filled in',
        'Clients get this link with the submission. Clear the field if they should not.',
      );
    },
    [getValues, setFieldValue],
  );
}
