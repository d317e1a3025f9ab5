import { Modal, Select, Skeleton } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { StaffSubmission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { dayOf, DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import { useProjectChoices } from '#web/lib/use-project-choices.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import { useAcceptSubmission } from '../api.ts';
import { toast } from '#web/ui/toast.ts';
import { ContentField, SubmissionFields, LinkFields } from '../submission-fields.tsx';
import { ProjectSelect } from '../project-select.tsx';
import { EMPTY_SUBMISSION, submissionErrors, type SubmissionValues } from '../submission-form.ts';
import { changeStatus, STATUS_CHOICES } from '../submission-choices.ts';
import type { Project } from '#domain/projects.ts';
import { weekTitle } from '#domain/card-visits.ts';

type CreateSubmissionProps = {
  isOpen: boolean;
  projectId: string | null;
  onCreated: (submission: StaffSubmission) => void;
  onClose: () => void;
};

export function CreateSubmission({ isOpen, onClose, ...rest }: CreateSubmissionProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="New Submission" size="lg">
      <LoadedForm {...rest} onClose={onClose} />
    </Modal>
  );
}

const submissionsOf = (projectId: string) =>
  api.submissions.list.queryOptions({ input: { projectId } });

type CreateFormProps = Omit<CreateSubmissionProps, 'isOpen'>;

function LoadedForm(props: CreateFormProps) {
  const { projectId } = props;
  const submissions = useQuery({
    ...submissionsOf(projectId ?? ''),
    enabled: projectId !== null,
  });
  const { isPending } = useProjectChoices(projectId);
  if ((projectId !== null && submissions.isPending) || isPending) {
    return <Skeleton height={320} aria-label="Loading projects" />;
  }
  return <CreateForm {...props} submissions={submissions.data?.submissions ?? []} />;
}

const hasContent = (values: SubmissionValues): boolean =>
  [values.summary, values.contentText, values.mapEmbedUrl, values.googleDriveFolderUrl].some(
    (text) => text.trim() !== '',
  );

/** Creates a submission and, if chosen, publishes it. If publishing fails, it stays a draft. */
function useCreate(isPublished: boolean, onCreated: (submission: StaffSubmission) => void) {
  const accept = useAcceptSubmission();
  return useMutation({
    mutationFn: async (input: SubmissionValues & { projectId: string }) => {
      const draft = await api.submissions.create.call(input);
      if (!isPublished) return draft;
      try {
        return await changeStatus(draft.id, 'published');
      } catch (error) {
        toast.failure('Saved as a draft', error);
        return draft;
      }
    },
    onSuccess: (submission) => {
      void accept(submission);
      if (submission.status === 'published') {
        toast.success('Published', 'Clients can now see it.');
      }
      onCreated(submission);
    },
    onError: (error) => toast.failure('Failed to save content', error),
  });
}

type LoadedFormProps = CreateFormProps & {
  submissions: readonly StaffSubmission[];
};

function CreateForm(props: LoadedFormProps) {
  const { projectId: given, submissions, onCreated, onClose } = props;
  const [projectId, setProjectId] = useState(given);
  const { projects, props: select } = useProjectChoices(projectId);
  const find = (id: string | null) => projects.find((each) => each.id === id);
  const timeZone = find(projectId)?.timeZone ?? DEFAULT_TIME_ZONE;
  const [opened] = useState(() => new Date());
  const form = useForm<SubmissionValues>({
    initialValues: { ...EMPTY_SUBMISSION, ...proposeValues(find(given), submissions, opened) },
    validate: (values) => submissionErrors(values, dayOf(new Date().toISOString(), timeZone)),
  });
  const queryClient = useQueryClient();
  const [isPublished, setPublished] = useState(false);
  const create = useCreate(isPublished, onCreated);
  const chosen = useRef(given);
  const choose = async (id: string | null) => {
    setProjectId(id);
    chosen.current = id;
    const ofProject =
      id === null ? null : await queryClient.query(submissionsOf(id)).catch(() => null);
    // Another project may have been selected while loading.
    if (chosen.current !== id) return;
    const proposal = proposeValues(find(id), ofProject?.submissions ?? [], new Date());
    const values = form.getValues();
    // Don't replace the title while its field has the focus.
    const isOwn = form.isDirty('title') || form.getInputNode('title') === document.activeElement;
    form.setValues({
      ...values,
      title: isOwn ? values.title : proposal.title,
      contentType: form.isDirty('contentType') ? values.contentType : proposal.contentType,
    });
    form.resetDirty({ ...EMPTY_SUBMISSION, ...proposal });
  };
  return (
    <DialogForm
      onSubmit={form.onSubmit((values) => {
        if (projectId) create.mutate({ ...values, projectId });
      })}
      label={isPublished ? 'Create and Publish' : 'Create and Add Files'}
      isBusy={create.isPending}
      isDisabled={
        projectId === null ||
        form.values.title.trim() === '' ||
        (isPublished && !hasContent(form.values))
      }
      onCancel={onClose}
    >
      <ProjectSelect
        projects={projects}
        value={projectId}
        onChange={(id) => void choose(id)}
        {...select}
        data-autofocus={given === null ? true : undefined}
      />
      <Select
        label="Status"
        description={
          isPublished
            ? 'Clients will see it right away, so it needs a summary, content, or a link. To add files first, create a draft.'
            : null
        }
        allowDeselect={false}
        data={STATUS_CHOICES.filter(({ value }) => value !== 'archived')}
        value={isPublished ? 'published' : 'draft'}
        onChange={(status) => setPublished(status === 'published')}
      />
      <SubmissionFields form={form} timeZone={timeZone} />
      <ContentField form={form} files={null} />
      <LinkFields form={form} />
    </DialogForm>
  );
}

/**
 * Proposes the next title in the project's numbering and the last content type. `ofProject` are the project's
 * submissions, newest first.
 */
export function proposeValues(
  project: Pick<Project, 'startDate' | 'timeZone'> | undefined,
  ofProject: readonly Pick<StaffSubmission, 'title' | 'contentType'>[],
  now: Date,
) {
  const { title, contentType } = EMPTY_SUBMISSION;
  if (!project) return { title, contentType };
  const today = dayOf(now.toISOString(), project.timeZone);
  const titles = ofProject.map((submission) => submission.title);
  return {
    title: weekTitle(project.startDate, today, titles),
    contentType: ofProject[0]?.contentType ?? contentType,
  };
}
