import { Modal, Select, Stack, Button, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShareLink } from '#domain/share-links.ts';
import { focusFirst } from '#web/lib/focus-first.ts';
import { DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import { api, errorCode } from '#web/lib/api.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import { useSession } from '#web/lib/session.ts';
import { useProjectChoices } from '#web/lib/use-project-choices.ts';
import { toast } from '#web/ui/toast.ts';
import {
  storeChoice,
  lastChoiceOf,
  EMPTY_SHARE_LINK,
  shareLinkErrors,
  type ShareLinkValues,
  toShareLinkInput,
} from './share-link-form.ts';
import { ShareLinkFields, SubmissionsSelect } from './share-link-fields.tsx';
import { IconCopy, IconExternalLink } from '@tabler/icons-react';
import { copyLink } from './share-link-names.ts';

type CreateShareLinkProps = {
  isOpen: boolean;
  onClose: () => void;
  about?: { projectId: string; submissionId: string | null; compared?: ComparisonLink };
};

/** The link shows only these two submissions, side by side. */
type ComparisonLink = {
  submissionIds: string[];
  title: string;
  /** The query string that opens them. */
  search: string;
};

export function CreateShareLinkDialog({ isOpen, onClose, about }: CreateShareLinkProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Create Share Link" size="lg">
      <Steps onDone={onClose} about={about} />
    </Modal>
  );
}

function Steps({ onDone, about }: Pick<ShareLinkFormProps, 'onDone' | 'about'>) {
  const [made, setMade] = useState<ShareLink | null>(null);
  if (made) {
    const link = { ...made, url: `${made.url}${about?.compared?.search ?? ''}` };
    return <CreatedShareLink link={link} onDone={onDone} />;
  }
  return <ShareLinkForm onMade={setMade} onDone={onDone} about={about} />;
}

function showError(error: unknown) {
  if (errorCode(error) === 'SHARE_NOT_ALLOWED') return toast.failure('Not allowed', error);
  toast.failure('Failed to create share link', error);
}

function useCreate(onMade: (link: ShareLink) => void) {
  const queryClient = useQueryClient();
  return useMutation(
    api.shareLinks.create.mutationOptions({
      onSuccess: async (link) => {
        await queryClient.invalidateQueries({ queryKey: api.shareLinks.key() });
        toast.success('Share link created successfully');
        onMade(link);
      },
      onError: showError,
    }),
  );
}

type ShareLinkFormProps = {
  onMade: (link: ShareLink) => void;
  onDone: () => void;
  about: CreateShareLinkProps['about'];
};

const PHOTOS_ONLY = {
  showPhotos: true,
  showVideos: false,
  showMaps: false,
  showDocuments: false,
  allowDownload: false,
};

function initialValuesFor(about: CreateShareLinkProps['about']): Partial<ShareLinkValues> {
  if (!about) return {};
  const { projectId, submissionId, compared } = about;
  if (compared) {
    const { submissionIds, title } = compared;
    return { projectId, submissionIds, title, ...PHOTOS_ONLY };
  }
  return { projectId, submissionIds: submissionId === null ? [] : [submissionId] };
}

function ShareLinkForm({ onMade, onDone, about }: ShareLinkFormProps) {
  const { user } = useSession();
  const create = useCreate(onMade);
  const form = useForm<ShareLinkValues>({
    initialValues: { ...EMPTY_SHARE_LINK, ...lastChoiceOf(user?.id), ...initialValuesFor(about) },
    // The selected project may no longer exist.
    validate: (values) =>
      shareLinkErrors(
        { ...values, projectId: projectOf(values)?.id ?? null },
        zoneOf(values),
        new Date(),
      ),
  });
  const { projects, props } = useProjectChoices(form.values.projectId);
  const projectOf = (values: ShareLinkValues) => projects.find(({ id }) => id === values.projectId);
  const zoneOf = (values: ShareLinkValues) => projectOf(values)?.timeZone ?? DEFAULT_TIME_ZONE;
  const timeZone = zoneOf(form.values);
  const projectId = projectOf(form.values)?.id ?? null;
  const submit = form.onSubmit(
    (values) => {
      if (projectId === null) return;
      if (!about?.compared) storeChoice(user?.id, values);
      create.mutate(toShareLinkInput({ ...values, projectId }, timeZone));
    },
    (errors) => {
      if (errors['projectId']) toast.error('Please select a project');
      focusFirst(form, errors);
    },
  );
  return (
    <DialogForm
      onSubmit={submit}
      label="Create Share Link"
      isBusy={create.isPending}
      onCancel={onDone}
    >
      <Select
        data-path="projectId"
        label="Project"
        withAsterisk
        openOnFocus={false}
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={projectId}
        {...props}
        error={props.error ?? form.errors['projectId']}
        onChange={(value) => form.setValues({ projectId: value, submissionIds: [] })}
        data-autofocus={about ? undefined : true}
      />
      <SubmissionsSelect
        projectId={projectId}
        timeZone={timeZone}
        value={form.values.submissionIds}
        onChange={(value) => form.setFieldValue('submissionIds', value)}
      />
      <ShareLinkFields form={form} timeZone={timeZone} isFirst={about !== undefined} />
    </DialogForm>
  );
}

function CreatedShareLink({ link, onDone }: { link: ShareLink; onDone: () => void }) {
  return (
    <Stack gap="md">
      <TextInput
        label="Link"
        value={link.url}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
      />
      <Text c="dimmed" size="sm">
        {link.hasPassword
          ? "Don't send the password along with the link."
          : 'Anyone with this link can open it. No account needed.'}
      </Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onDone}>
          Done
        </Button>
        <Button
          variant="default"
          component="a"
          href={link.url}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconExternalLink size={16} stroke={1.75} aria-hidden />}
        >
          Open Link
        </Button>
        <Button
          data-autofocus
          leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />}
          onClick={() => void copyLink(link)}
        >
          Copy Link
        </Button>
      </Group>
    </Stack>
  );
}
