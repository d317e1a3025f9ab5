import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { StaffSubmission } from '#domain/submissions.ts';
import type { Place } from '#domain/visit.ts';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.ts';
import type { VisitDraft } from './use-visit.ts';
import { NEW_PROJECT } from './visit-edits.ts';

/** Makes a draft of a visit, and its project first where that is new. */
export function useCreateDraft(
  draft: VisitDraft,
  place: Place | null,
  onCreated: (submission: StaffSubmission) => void,
) {
  const queryClient = useQueryClient();
  const { projectId, newProject, title, recordedDate, contentType, timeZone } = draft;
  return useMutation({
    mutationFn: async () => {
      let homeId = projectId;
      if (projectId === NEW_PROJECT) {
        const { name, companyId } = newProject;
        if (companyId === null) throw new Error('Choose the company of the new project.');
        const made = await api.projects.create.call({
          name,
          companyId,
          timeZone,
          ...place,
          ...(recordedDate && { startDate: recordedDate }),
        });
        homeId = made.id;
        // Where the next step fails, this project is there and chosen.
        draft.edit({ projectId: homeId });
        await queryClient.invalidateQueries({ queryKey: api.projects.key() });
      }
      if (homeId === null) throw new Error('Choose a project.');
      return api.submissions.create.call({ projectId: homeId, title, recordedDate, contentType });
    },
    onSuccess: (submission) => {
      const { queryKey } = api.submissions.get.queryOptions({ input: { id: submission.id } });
      queryClient.setQueryData(queryKey, submission);
      void queryClient.invalidateQueries({ queryKey: api.submissions.list.key() });
      void queryClient.invalidateQueries({ queryKey: api.submissions.library.key() });
      onCreated(submission);
    },
    onError: (error) => toast.failure('Failed to save content', error),
  });
}
