import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { type Project, parseCoordinates } from '#domain/projects.ts';
import { DEFAULT_CONTENT_TYPE, type StaffSubmission } from '#domain/submissions.ts';
import { isElsewhere, metersTo, type CardVisit } from '#domain/card-visits.ts';
import { matchingVisit } from '#domain/visits.ts';
import { api } from '#web/lib/api.ts';
import { dayOf, DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';
import { useNow } from '#web/ui/use-now.ts';
import { card, type CardSnapshot } from './card.ts';
import {
  coordinatesText,
  draftWithFiles,
  type InterruptedDraft,
  interruptedDraftOf,
  proposeDay,
  proposeDraft,
  proposeProject,
  proposeTitle,
} from './proposal.ts';
import type { CardPhoto } from './reading/card-photo.ts';
import { splitFiles } from './split-files.ts';
import { type Edits, NEW_PROJECT } from './visit-edits.ts';
import { useAcceptSubmission } from '../api.ts';
import { toast } from '#web/ui/toast.ts';

/** The number of sizes that the server accepts in one request. */
const MAX_SIZES = 5000;

export type VisitParts = {
  visit: CardVisit<CardPhoto>;
  visitKey: string;
  projects: readonly Project[];
  forProjectId: string | null;
  interrupted: readonly InterruptedDraft[];
  snapshot: CardSnapshot;
};

/** The draft that a visit would become: proposed values with the user's changes. */
export function useVisit(parts: VisitParts) {
  const { visit, visitKey, projects, forProjectId, interrupted, snapshot } = parts;
  // Not deferred like the rest of the card, because fields must show typed text right away.
  const edits = useSyncExternalStore(card.watch, () => card.editsOf(visitKey));
  const { place, files } = visit;
  const proposed = proposeProject(place, projects, forProjectId);
  const interruptedDraft = useMemo(
    () => interruptedDraftOf(files, interrupted),
    [files, interrupted],
  );
  const likely = interruptedDraft?.projectId ?? proposed.projectId;
  const projectId = edits.projectId === undefined ? likely : edits.projectId;
  const project = projects.find(({ id }) => id === projectId);
  const comparison = useComparison(project, files);
  const known = useMemo(
    () =>
      new Map(comparison?.known.map(({ sha256, submissionTitle }) => [sha256, submissionTitle])),
    [comparison],
  );
  const { kept, aside, raws } = useMemo(
    () => splitFiles(files, known, snapshot),
    [files, known, snapshot],
  );
  const timeZone =
    project?.timeZone ?? kept.find((photo) => photo.timeZone)?.timeZone ?? DEFAULT_TIME_ZONE;
  const today = dayOf(useNow().toISOString(), timeZone);
  const rawFiles = new Set(raws.values());
  const shots = kept.filter((photo) => !rawFiles.has(photo));
  const { day: shotDay, odd } = proposeDay(shots, timeZone, today);
  // Files that are set aside or already in the project also determine the day.
  const day = shotDay ?? proposeDay(files, timeZone, today).day;
  const recordedDate = edits.recordedDate === undefined ? day : edits.recordedDate;
  const drafts = comparison?.drafts ?? [];
  const visits = comparison?.visits ?? [];
  const matched = recordedDate === null ? null : matchingVisit(visits, recordedDate, timeZone);
  const begun = useMemo(() => {
    if (interruptedDraft) return interruptedDraft.id;
    const hashes = new Set(files.flatMap(({ path }) => snapshot.hashes.get(path) ?? []));
    return comparison ? draftWithFiles(hashes, comparison) : null;
  }, [interruptedDraft, files, snapshot.hashes, comparison]);
  const newProject = edits.newProject ?? {
    name: '',
    companyId: null,
    coordinates: place ? coordinatesText(place) : '',
  };
  const title = edits.title ?? proposeTitle(project, recordedDate, comparison);
  const meters = place && project ? metersTo(place, project) : null;
  return {
    kept,
    aside,
    raws,
    odd,
    timeZone,
    today,
    project,
    projectId,
    place,
    nearest: proposed.nearest,
    viewpoints: comparison?.viewpoints ?? [],
    /** Meters to the selected project if the visit wasn't at its site, otherwise null. */
    elsewhere: isElsewhere(meters) ? meters : null,
    newProject,
    drafts,
    target: proposeDraft(drafts, day, { chosen: edits.draftId, begun }),
    begun,
    isKnown: known.size > 0,
    title,
    /** Text entered for visits that were merged into this one and that no field shows. */
    alsoTyped: (edits.mergedTexts ?? []).filter((text) => ![title, newProject.name].includes(text)),
    recordedDate,
    visits,
    visitId: edits.visitId === undefined ? (matched?.id ?? null) : edits.visitId,
    contentType: edits.contentType ?? DEFAULT_CONTENT_TYPE,
    /** Whether the proposed title may still change once the server responds. */
    isPending: project !== undefined && comparison === undefined,
    isWanted: edits.isWanted ?? false,
    edit: (change: Edits) => card.edit(visitKey, change),
  };
}

/** The project's data that the visit's files are compared with. Undefined until loaded, and without a project. */
function useComparison(project: Project | undefined, files: readonly CardPhoto[]) {
  const sizes = useMemo(
    () => [...new Set(files.map(({ size }) => size))].filter(Boolean).slice(0, MAX_SIZES),
    [files],
  );
  const input = { projectId: project?.id ?? '', sizes };
  const { data: comparison } = useQuery(
    api.card.compare.queryOptions({ input, enabled: project !== undefined }),
  );
  useEffect(() => {
    const known = new Set(comparison?.known.map(({ fileSize }) => fileSize));
    card.hashFiles(files.filter(({ size }) => known.has(size)));
  }, [comparison, files]);
  return comparison;
}

export type VisitDraft = ReturnType<typeof useVisit>;

/** Creates the draft, and its project if that is new, or opens the existing draft that the files are added to. */
export function useCreateDraft(
  draft: VisitDraft,
  onCreated: (submission: StaffSubmission) => void,
) {
  const queryClient = useQueryClient();
  const accept = useAcceptSubmission();
  const { target, projectId, newProject, title, recordedDate, contentType, timeZone } = draft;
  const { visitId } = draft;
  return useMutation({
    mutationFn: async () => {
      if (target) return api.submissions.get.call({ id: target.id });
      let homeId = projectId;
      if (projectId === NEW_PROJECT) {
        const { name, companyId, coordinates } = newProject;
        if (companyId === null) throw new Error('Select a company for the new project.');
        const created = await api.projects.create.call({
          name,
          companyId,
          timeZone,
          ...parseCoordinates(coordinates),
          ...(recordedDate && { startDate: recordedDate }),
        });
        homeId = created.id;
        // The new project exists even if the next step fails, so select it.
        draft.edit({ projectId: homeId });
        await queryClient.invalidateQueries({ queryKey: api.projects.key() });
      }
      if (homeId === null) throw new Error('Select a project.');
      const fields = { title, recordedDate, contentType, visitId };
      return api.submissions.create.call({ projectId: homeId, ...fields });
    },
    onSuccess: (submission) => {
      void queryClient.invalidateQueries({ queryKey: api.card.compare.key() });
      if (target && submission.status !== 'draft') {
        return toast.error(`${target.title} is no longer a draft`, 'Select another draft.');
      }
      void accept(submission);
      onCreated(submission);
    },
    onError: (error) => {
      void queryClient.invalidateQueries({ queryKey: api.card.compare.key() });
      toast.failure('Failed to save content', error);
    },
  });
}
