import { MultiSelect, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { documentedDay } from '#domain/weeks.ts';
import { api } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { date } from '#web/lib/formats.ts';

type SubmissionsSelectProps = {
  projectId: string | null;
  timeZone: string;
  value: string[];
  onChange: (value: string[]) => void;
};

/** The submissions that a link shows; with none chosen it shows all, also those to come. */
export function SubmissionsSelect({
  projectId,
  timeZone,
  value,
  onChange,
}: SubmissionsSelectProps) {
  const submissions = useQuery(
    api.submissions.listPublished.queryOptions({
      input: { projectId: projectId ?? '' },
      enabled: projectId !== null,
    }),
  );
  const list = submissions.data?.submissions ?? [];
  const isEmpty = submissions.isSuccess && list.length === 0 && value.length === 0;
  const choices = list.map((submission) => ({
    value: submission.id,
    label: `${submission.title} · ${date(documentedDay(submission, timeZone), timeZone)}`,
  }));
  const chosen = list.flatMap(({ id }) => (value.includes(id) ? id : []));
  const gone = value.filter((id) => submissions.isSuccess && !list.some((one) => one.id === id));
  return (
    <>
      <MultiSelect
        label="Submissions"
        description="Leave empty to show all, and every new one as it is published."
        placeholder={value.length === 0 ? 'All submissions in the project' : undefined}
        searchable
        clearable
        hidePickedOptions
        clearButtonProps={{ 'aria-label': 'Choose all submissions' }}
        nothingFoundMessage="No submission found"
        disabled={isEmpty || !submissions.isSuccess}
        data={[...choices, ...gone.map((id) => ({ value: id, label: 'No longer available' }))]}
        value={[...chosen, ...gone]}
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
