import { Skeleton } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormSubmission } from '#domain/form-submissions.ts';
import { api } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.ts';
import { FormSubmissionCard } from './form-submission-card.tsx';
import classes from './form-submission-card.module.css';

/** The messages, and what can be said of each: whether it is read, and whether it is spam. */
export function FormSubmissionList({ submissions }: { submissions: readonly FormSubmission[] }) {
  const queryClient = useQueryClient();
  const update = useMutation(
    api.formSubmissions.update.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: api.formSubmissions.key() }),
      onError: (error) => toast.failure('Failed to update the form submission', error),
    }),
  );
  return (
    <ul className={classes.list} aria-label="Form submissions">
      {submissions.map((submission) => (
        <FormSubmissionCard
          key={submission.id}
          submission={submission}
          isBusy={update.isPending && update.variables.id === submission.id}
          onChange={(changes) => update.mutate({ id: submission.id, ...changes })}
        />
      ))}
    </ul>
  );
}

/** The place of the messages while they are loaded. */
export function FormSubmissionsSkeleton() {
  return (
    <output className={classes.list} aria-label="Loading form submissions">
      {[0, 1, 2].map((index) => (
        <Skeleton key={index} height={208} />
      ))}
    </output>
  );
}
