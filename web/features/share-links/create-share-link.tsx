import {
  Modal,
  PasswordInput,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  SHARE_PASSWORD,
  SHARE_SWITCHES,
  ShareSwitches,
  type ShareLink,
} from '#domain/share-links.ts';
import { documentedDay } from '#domain/weeks.ts';
import { DEFAULT_TIME_ZONE, date } from '#web/lib/formats.ts';
import { api, errorCode } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { clockOf } from '#web/lib/zoned-time.ts';
import { DateTimePicker } from '#web/ui/date-fields.ts';
import { DialogButtons } from '#web/ui/dialog-buttons.tsx';
import { toast } from '#web/ui/toast.ts';
import { useNow } from '#web/ui/use-now.ts';
import { CreatedShareLink } from './created-share-link.tsx';
import {
  EMPTY_SHARE_LINK,
  shareLinkErrors,
  type ShareLinkValues,
  toShareLinkInput,
} from './share-link-form.ts';

const TIME_PICKER = {
  format: '12h',
  withDropdown: true,
  hoursInputLabel: 'Hours',
  minutesInputLabel: 'Minutes',
  amPmInputLabel: 'AM or PM',
} as const;

const SWITCHES = SHARE_SWITCHES.map((name) => ({ name, ...ShareSwitches.shape[name].meta() }));

type CreateShareLinkProps = {
  isOpen: boolean;
  onClose: () => void;
  /** What it is chosen for from the start. */
  about?: Pick<ShareLinkValues, 'projectId' | 'submissionId'>;
};

/** The dialog that makes a share link of a project or of one of its submissions. */
export function CreateShareLink({ isOpen, onClose, about }: CreateShareLinkProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="Create Share Link" size="lg">
      <Steps onDone={onClose} about={about} />
    </Modal>
  );
}

/** The form, then the link that it made. */
function Steps({ onDone, about }: Pick<ShareLinkFormProps, 'onDone' | 'about'>) {
  const [made, setMade] = useState<ShareLink | null>(null);
  if (made) return <CreatedShareLink link={made} onDone={onDone} />;
  return <ShareLinkForm onMade={setMade} onDone={onDone} about={about} />;
}

function refuse(error: unknown) {
  if (errorCode(error) === 'SHARE_NOT_ALLOWED')
    return toast.error('Not allowed', errorMessage(error));
  toast.error('Failed to create share link', errorMessage(error));
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
      onError: refuse,
    }),
  );
}

type ShareLinkFormProps = {
  onMade: (link: ShareLink) => void;
  onDone: () => void;
  about: CreateShareLinkProps['about'];
};

function ShareLinkForm({ onMade, onDone, about }: ShareLinkFormProps) {
  const projects = useQuery(api.projects.list.queryOptions({ input: {} }));
  const create = useCreate(onMade);
  const now = useNow();
  const zoneOf = ({ projectId }: ShareLinkValues) =>
    projects.data?.projects.find(({ id }) => id === projectId)?.timeZone ?? DEFAULT_TIME_ZONE;
  const form = useForm<ShareLinkValues>({
    initialValues: { ...EMPTY_SHARE_LINK, ...about },
    validate: (values) => shareLinkErrors(values, zoneOf(values), new Date()),
  });
  const timeZone = zoneOf(form.values);
  const { projectId } = form.values;
  const submit = form.onSubmit(
    (values) => {
      if (values.projectId === null) return;
      create.mutate(toShareLinkInput({ ...values, projectId: values.projectId }, timeZone));
    },
    (errors) => {
      if (errors['projectId']) toast.error('Please select a project');
    },
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Select
          label="Project"
          placeholder={projects.isPending ? 'Loading…' : 'Select a project'}
          searchable
          nothingFoundMessage="No Projects Found"
          data={(projects.data?.projects ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          value={projectId}
          error={projects.isError ? errorMessage(projects.error) : form.errors['projectId']}
          onChange={(value) => form.setValues({ projectId: value, submissionId: null })}
          data-autofocus={about ? undefined : true}
        />
        <SubmissionSelect
          projectId={projectId}
          timeZone={timeZone}
          value={form.values.submissionId}
          onChange={(value) => form.setFieldValue('submissionId', value)}
        />
        <TextInput
          label="Title"
          placeholder="Optional"
          data-autofocus={about ? true : undefined}
          maxLength={200}
          {...form.getInputProps('title')}
        />
        <Textarea
          label="Description"
          placeholder="Optional"
          maxLength={2000}
          autosize
          minRows={2}
          maxRows={6}
          {...form.getInputProps('description')}
        />
        <DateTimePicker
          label="Expires"
          description={`Time in ${timeZone.replaceAll('_', ' ')}. Leave it empty and the link works until you disable it.`}
          placeholder="Never"
          valueFormat="MMM D, YYYY, h:mm A"
          clearable
          clearButtonProps={{ 'aria-label': 'Remove expiration' }}
          minDate={clockOf(now, timeZone)}
          defaultTimeValue="17:00"
          timePickerProps={TIME_PICKER}
          submitButtonProps={{ 'aria-label': 'Done' }}
          {...form.getInputProps('expiresAt')}
        />
        <PasswordInput
          label="Password"
          description="Visitors must enter it before they see anything."
          placeholder="None"
          autoComplete="new-password"
          maxLength={SHARE_PASSWORD.max}
          {...form.getInputProps('password')}
        />
        {SWITCHES.map(({ name, title, description }) => (
          <Switch
            key={name}
            label={title}
            description={description}
            {...form.getInputProps(name, { type: 'checkbox' })}
          />
        ))}
        <DialogButtons label="Create Share Link" isBusy={create.isPending} onCancel={onDone} />
      </Stack>
    </form>
  );
}

type SubmissionSelectProps = {
  projectId: string | null;
  timeZone: string;
  value: string | null;
  onChange: (value: string | null) => void;
};

function SubmissionSelect({ projectId, timeZone, value, onChange }: SubmissionSelectProps) {
  const submissions = useQuery(
    api.submissions.listPublished.queryOptions({
      input: { projectId: projectId ?? '' },
      enabled: projectId !== null,
    }),
  );
  const list = submissions.data?.submissions ?? [];
  const isEmpty = submissions.isSuccess && list.length === 0;
  return (
    <>
      <Select
        label="Submission"
        placeholder="All submissions in the project"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Choose all submissions' }}
        nothingFoundMessage="No submission found"
        disabled={projectId === null || isEmpty}
        data={list.map((submission) => ({
          value: submission.id,
          label: `${submission.title} · ${date(documentedDay(submission, timeZone), timeZone)}`,
        }))}
        value={value}
        onChange={onChange}
        error={submissions.isError ? errorMessage(submissions.error) : undefined}
      />
      {isEmpty ? (
        <Text c="dimmed" size="xs" mt={-8}>
          This project has no published submissions yet.
        </Text>
      ) : null}
    </>
  );
}
