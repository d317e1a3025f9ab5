import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ERRORS } from '#domain/errors.ts';
import type { Looking } from './use-looking.ts';

type LinkFormProps = { looking: Looking; isForVideos: boolean };

/** Takes the link to a file or folder. */
export function LinkForm({ looking, isForVideos }: LinkFormProps) {
  const form = useForm({
    initialValues: { link: '' },
    validate: { link: (link) => (link.trim() ? null : ERRORS.DRIVE_LINK_REQUIRED[1]) },
  });
  return (
    <form noValidate onSubmit={form.onSubmit(({ link }) => looking.look({ link: link.trim() }))}>
      <Stack gap="xs">
        <Group gap="xs" align="flex-start">
          <TextInput
            label="Google Drive Link"
            placeholder="https://drive.google.com/drive/folders/…"
            maxLength={2000}
            flex="1 1 16rem"
            {...form.getInputProps('link')}
          />
          {/* Stands beside the field, not its label. */}
          <Button type="submit" mt={{ base: 0, xs: 25 }} loading={looking.isBusy}>
            {isForVideos ? 'Load Videos' : 'Load Files'}
          </Button>
        </Group>
        <Checkbox
          label="Include subfolders"
          checked={looking.withSubfolders}
          onChange={({ currentTarget }) => looking.setWithSubfolders(currentTarget.checked)}
        />
      </Stack>
    </form>
  );
}
