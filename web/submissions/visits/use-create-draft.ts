import { useMutation, useQueryClient } from '@tanstack/react-query';
import { parseCoordinates } from '#domain/projects.ts';
import type { StaffSubmission } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.ts';
import type { VisitDraft } from './use-visit.ts';
import { NEW_PROJECT } from './visit-edits.ts';

/** Makes a draft of a visit, and its project first where that is new; or takes the draft that the visit is added to. */
export function useCreateDraft(
  draft: VisitDraft,
  onCreated: (submission: StaffSubmission) => void,
) {
  const queryClient = useQueryClient();
  const { target, projectId, newProject, title, recordedDate, contentType, timeZone } = draft;
  return useMutation({
    mutationFn: async () => {
      if (target) return api.submissions.get.call({ id: target.id });
      let homeId = projectId;
      if (projectId === NEW_PROJECT) {
        const { name, companyId, coordinates } = newProject;
        if (companyId === null) throw new Error('Choose the company of the new project.');
        const made = await api.projects.create.call({
          name,
          companyId,
          timeZone,
          ...parseCoordinates(coordinates),
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
      void queryClient.invalidateQueries({ queryKey: api.visits.compare.key() });
      if (target && submission.status !== 'draft') {
        return toast.error(`${target.title} is not a draft anymore`, 'Choose another draft.');
      }
      const { queryKey } = api.submissions.get.queryOptions({ input: { id: submission.id } });
      queryClient.setQueryData(queryKey, submission);
      void queryClient.invalidateQueries({ queryKey: api.submissions.list.key() });
      void queryClient.invalidateQueries({ queryKey: api.submissions.library.key() });
      onCreated(submission);
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: api.visits.compare.key() });
      toast.failure('Failed to save content', error);
    },
  });
}
