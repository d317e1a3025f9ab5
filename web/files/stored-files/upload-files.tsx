import { CloseButton, Group, Modal, Select, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { byteSize } from '#domain/byte-size.ts';
import { counted, dayOf } from '#web/lib/formats.ts';
import { useStorageHint } from '#web/lib/storage-hint.ts';
import { useCompanyChoices } from '#web/lib/use-company-choices.ts';
import { DatePickerInput } from '#web/ui/date-fields.ts';
import { DialogButtons } from '#web/ui/dialog-buttons.tsx';
import { Hint } from '#web/ui/hint.tsx';
import { toast } from '#web/ui/toast.ts';
import { useNow } from '#web/ui/use-now.ts';
import type { PickedFile } from '../uploads/picked-files.ts';
import { uploadQueueOf } from '../uploads/upload-queues.ts';
import { STANDALONE } from '../uploads/upload-records.ts';
import { UploadZone } from '../uploads/upload-zone.tsx';
import type { FileCategory } from '#domain/stored-files.ts';

type StandaloneValues = {
  companyId: string | null;
  category: FileCategory;
  recordedDate: string | null;
  description: string;
};

const CATEGORY_CHOICES: { value: FileCategory; label: string }[] = [
  { value: 'footage', label: 'Footage' },
  { value: 'photos', label: 'Photos' },
  { value: 'reports', label: 'Reports' },
  { value: 'documents', label: 'Documents' },
  { value: 'other', label: 'Other' },
];

/** Guesses the category from the first file's MIME type. */
function guessCategory(files: readonly Pick<File, 'type'>[]): FileCategory {
  const type = files[0]?.type ?? '';
  if (type.startsWith('video/')) return 'footage';
  return type.startsWith('image/') ? 'photos' : 'documents';
}

/** The form's values as upload metadata. Omits empty values. */
function metadataOf(values: StandaloneValues): Record<string, string> {
  const { companyId, category, recordedDate, description } = values;
  const trimmedDescription = description.trim();
  return {
    ...(companyId && { companyId }),
    category,
    ...(recordedDate && { recordedDate }),
    ...(trimmedDescription && { description: trimmedDescription }),
  };
}

const MAX_NAMED = 5;
const EMPTY_VALUES: StandaloneValues = {
  companyId: null,
  category: 'documents',
  recordedDate: null,
  description: '',
};

type UploadFilesProps = { isOpen: boolean; onClose: () => void };

/** Uploads files without a submission. Uploads continue after the dialog closes. */
export function UploadFiles({ isOpen, onClose }: UploadFilesProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Upload Files" size="lg">
      <UploadForm onClose={onClose} />
    </Modal>
  );
}

function UploadForm({ onClose }: { onClose: () => void }) {
  const [picked, setPicked] = useState<readonly PickedFile[]>([]);
  const form = useForm<StandaloneValues>({ initialValues: EMPTY_VALUES });
  const { props: companies, failure } = useCompanyChoices('active', form.values.companyId);
  const hint = useStorageHint(form.values.companyId);
  const add = (files: readonly PickedFile[]) => {
    const all = [...picked, ...files];
    setPicked(all);
    if (!form.isDirty('category')) {
      const category = guessCategory(all.map(({ file }) => file));
      form.setInitialValues({ ...EMPTY_VALUES, category });
      form.setFieldValue('category', category);
    }
  };
  return (
    <form
      noValidate
      onSubmit={form.onSubmit((values) => {
        if (picked.length === 0) return toast.error('Please select files to upload');
        void uploadQueueOf(STANDALONE).add(picked, metadataOf(values));
        onClose();
      })}
    >
      <Stack gap="md">
        <UploadZone isCompact onGathered={({ files }) => add(files)} />
        <ChosenFiles picked={picked} onChange={setPicked} />
        <Select
          label="Target Client"
          description="Everyone at this client can find the files under Downloads. Without a client, only staff can see them."
          placeholder="No client"
          clearable
          error={failure}
          {...companies}
          {...form.getInputProps('companyId')}
        />
        <Hint hint={hint} />
        <Select label="Category" data={CATEGORY_CHOICES} {...form.getInputProps('category')} />
        <DatePickerInput
          label="Recording Date"
          placeholder="Not set"
          valueFormat="MMM D, YYYY"
          maxDate={dayOf(
            useNow().toISOString(),
            new Intl.DateTimeFormat().resolvedOptions().timeZone,
          )}
          clearable
          clearButtonProps={{ 'aria-label': 'Remove Recording Date' }}
          {...form.getInputProps('recordedDate')}
        />
        <Textarea
          label="Description"
          autosize
          minRows={2}
          maxRows={6}
          maxLength={1000}
          {...form.getInputProps('description')}
        />
        <DialogButtons label="Upload" isBusy={false} onCancel={onClose} />
      </Stack>
    </form>
  );
}

type ChosenFilesProps = {
  picked: readonly PickedFile[];
  onChange: (picked: readonly PickedFile[]) => void;
};

function ChosenFiles({ picked, onChange }: ChosenFilesProps) {
  if (picked.length === 0) return null;
  const bytes = picked.reduce((sum, { file }) => sum + file.size, 0);
  return (
    <div>
      <Text size="sm" fw={500} component="output" className="tabular">
        {counted(picked.length, 'file')} · {byteSize(bytes)}
      </Text>
      {picked.slice(0, MAX_NAMED).map((one) => (
        <Group key={one.path} gap="xs" wrap="nowrap" justify="space-between">
          <Text size="sm" truncate title={one.path}>
            {one.file.name}
          </Text>
          <CloseButton
            size="sm"
            aria-label={`Remove ${one.file.name}`}
            onClick={() => onChange(picked.filter((other) => other !== one))}
          />
        </Group>
      ))}
      {picked.length > MAX_NAMED ? (
        <Text size="sm" c="dimmed">
          and {counted(picked.length - MAX_NAMED, 'more file', 'more files')}
        </Text>
      ) : null}
    </div>
  );
}
