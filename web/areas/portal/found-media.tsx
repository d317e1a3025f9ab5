import { Skeleton, Stack } from '@mantine/core';
import type { IconMap } from '@tabler/icons-react';
import type { FileOfSubmission } from '#web/submissions/api.ts';
import { EmptyState, LoadError } from '#web/ui/states.tsx';

/** Submissions whose files are asked for at once. */
export const FILE_PORTIONS = { first: 12, more: 24 };

type FoundMediaProps = {
  files: FileOfSubmission[];
  isPending: boolean;
  error: Error | null;
  retry: () => void;
  empty: { icon: typeof IconMap; title: string };
  /** What is shown above the files. */
  first?: React.ReactNode[];
  children?: React.ReactNode;
};

/** What was found so far, with what is still loading or has failed said below it. */
export function FoundMedia({
  files,
  isPending,
  error,
  retry,
  empty,
  first = [],
  children,
}: FoundMediaProps) {
  const isEmpty = files.length + first.length === 0;
  if (isEmpty && !isPending && !error) return <EmptyState {...empty} isFramed={false} />;
  return (
    <Stack gap="md">
      {first}
      {files.length > 0 ? children : null}
      {isPending ? <Skeleton height={240} aria-label="Loading files" /> : null}
      {error ? <LoadError title="Failed to load files" query={{ error, refetch: retry }} /> : null}
    </Stack>
  );
}
