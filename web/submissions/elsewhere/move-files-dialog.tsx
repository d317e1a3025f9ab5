import { Modal, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StaffSubmission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { draftText, counted, dayOf } from '#web/lib/formats.ts';
import { useProjectChoices } from '#web/lib/use-project-choices.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { projectChoices } from '../project-select.tsx';
import { type MoveTarget, useMoveFiles } from './use-move-files.ts';

/** The value of "new draft" in the select. */
const NEW_DRAFT = 'new';

type MoveFilesDialogProps = {
  submission: StaffSubmission;
  fileIds: readonly string[];
  proposed?: { projectId: string; draftId: string | null } | undefined;
  onMoved?: () => void;
  onClose: () => void;
};

export function MoveFilesDialog(props: MoveFilesDialogProps) {
  const { submission, fileIds, proposed, onMoved, onClose } = props;
  const [projectId, setProjectId] = useState(proposed?.projectId ?? submission.projectId);
  const [chosen, setChosen] = useState<string | null>(
    proposed ? (proposed.draftId ?? NEW_DRAFT) : null,
  );
  const projects = useProjectChoices(projectId);
  const drafts = useDrafts(projectId, submission.id);
  const move = useMoveFiles(submission);
  const draftId = chosen ?? drafts.choices[0]?.value ?? NEW_DRAFT;
  const to: MoveTarget = draftId === NEW_DRAFT ? { projectId } : { submissionId: draftId };
  return (
    <Modal opened onClose={onClose} title={`Move ${counted(fileIds.length, 'file')}`}>
      <DialogForm
        onSubmit={() => {
          const onSuccess = () => {
            onMoved?.();
            onClose();
          };
          move.mutate({ fileIds: [...fileIds], to }, { onSuccess });
        }}
        label="Move"
        isBusy={move.isPending}
        isDisabled={drafts.isPending}
        onCancel={onClose}
      >
        <Select
          label="To Project"
          required
          data={projectChoices(projects.projects)}
          value={projectId}
          onChange={(id) => {
            if (!id) return;
            setProjectId(id);
            setChosen(null);
          }}
          {...projects.props}
        />
        <Select
          label="To Draft"
          required
          allowDeselect={false}
          disabled={drafts.isPending}
          error={drafts.failure}
          data={[...drafts.choices, { value: NEW_DRAFT, label: 'New draft' }]}
          value={drafts.isPending ? null : draftId}
          onChange={setChosen}
        />
        <Text size="sm" c="dimmed">
          {consequenceOf(submission, projectId)}
        </Text>
      </DialogForm>
    </Modal>
  );
}

function useDrafts(projectId: string, exceptId: string) {
  const input = { projectId, status: 'draft' } as const;
  const query = useQuery(api.submissions.list.queryOptions({ input }));
  const now = useNow().toISOString();
  const drafts = (query.data?.submissions ?? []).filter(({ id }) => id !== exceptId);
  return {
    isPending: query.isPending,
    failure: query.error ? 'Failed to load the drafts' : undefined,
    choices: drafts.map((draft) => ({
      value: draft.id,
      label: draftText(draft, dayOf(now, draft.timeZone)),
    })),
  };
}

function consequenceOf({ status, projectId }: StaffSubmission, to: string): string {
  const hiddenText = status === 'published' ? "Clients won't see them here anymore. " : '';
  const matchText = to === projectId ? '' : "Photos are matched to the project's viewpoints. ";
  return `${hiddenText}${matchText}Clients will see the files once the draft is published.`;
}
