import { Select } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { StaffSubmission } from '#domain/submissions.ts';
import { dueText } from '#domain/visit-texts.ts';
import { api } from '#web/lib/api.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { Section } from '#web/ui/section.tsx';

const NONE = 'none';

type VisitSelectProps = {
  visits: readonly { id: string; dueAt: string; isFlown: boolean }[];
  visitId: string | null;
  timeZone: string;
  onChange: (visitId: string | null) => void;
};

/** Nothing if there is no visit to choose. */
export function VisitSelect({ visits, visitId, timeZone, onChange }: VisitSelectProps) {
  const choices = visits.filter(({ id, isFlown }) => !isFlown || id === visitId);
  if (choices.length === 0) return null;
  return (
    <Select
      label="Planned Visit"
      allowDeselect={false}
      data={[
        { value: NONE, label: 'Not for a planned visit' },
        ...choices.map(({ id, dueAt }) => ({
          value: id,
          label: `For the visit of ${dueText(dueAt, timeZone)}`,
        })),
      ]}
      value={visitId ?? NONE}
      onChange={(id) => onChange(id === NONE ? null : id)}
    />
  );
}

const DAY_MS = 86_400_000;

/** The planned visit that a submission is from. */
export function SubmissionVisit({ submission }: { submission: StaffSubmission }) {
  const { id: submissionId, projectId, timeZone, recordedDate, createdAt } = submission;
  const around = Date.parse(recordedDate ?? createdAt);
  const daysAway = (days: number) => new Date(around + days * DAY_MS).toISOString();
  const { data } = useQuery(
    api.visits.list.queryOptions({
      input: { projectId, from: daysAway(-30), until: daysAway(14) },
    }),
  );
  const withToasts = useMutationToasts(api.visits.key(), api.overview.key());
  const match = useMutation(
    api.visits.match.mutationOptions(withToasts('Visit saved', 'Failed to save the visit')),
  );
  const { data: own } = useQuery(api.visits.ofSubmission.queryOptions({ input: { submissionId } }));
  const visit = own?.visit;
  const open = data?.visits.filter(({ state }) => state === 'planned' || state === 'missed') ?? [];
  if (!own || (!visit && open.length === 0)) return null;
  return (
    <Section title="Visit">
      <VisitSelect
        visits={[...open, ...(visit ? [visit] : [])].map((each) => ({ ...each, isFlown: false }))}
        visitId={visit?.id ?? null}
        timeZone={timeZone}
        onChange={(visitId) => match.mutate({ submissionId, visitId })}
      />
    </Section>
  );
}
