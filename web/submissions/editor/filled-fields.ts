import type { UseFormReturnType } from '@mantine/form';
import { useCallback, useRef } from 'react';
import { embeddedIds, embedFiles } from '#domain/content-text.ts';
import type { StaffFile } from '#domain/files.ts';
import { counted } from '#web/lib/formats.ts';
import { toast } from '#web/ui/toast.ts';
import type { SubmissionValues } from '../submission-form.ts';

/** Inserts files into the content text at the last cursor position, or at its end. */
export function useEmbedding({ getValues, setFieldValue }: UseFormReturnType<SubmissionValues>) {
  const cursor = useRef<number | null>(null);
  const onCursor = useCallback((position: number) => {
    cursor.current = position;
  }, []);
  const embed = useCallback(
    (files: readonly StaffFile[]) => {
      const { contentText } = getValues();
      const present = embeddedIds(contentText);
      const added = files.filter(({ id, state }) => state === 'ready' && !present.includes(id));
      if (added.length === 0) return toast.success('Already in the content text');
      const at = Math.min(cursor.current ?? contentText.length, contentText.length);
      const { text, position } = embedFiles(contentText, at, added);
      setFieldValue('contentText', text);
      cursor.current = position;
      toast.success(`${counted(added.length, 'file')} embedded`, 'Added to the content text.');
    },
    [getValues, setFieldValue],
  );
  return { embed, onCursor };
}

type Form = Pick<UseFormReturnType<SubmissionValues>, 'getValues' | 'setFieldValue'>;

/** Fills the empty folder field with the folder that files are imported from. Never overwrites input. */
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
        "Clients will see this link. Clear the field if you don't want that.",
      );
    },
    [getValues, setFieldValue],
  );
}
