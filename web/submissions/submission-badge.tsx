import { Badge } from '@mantine/core';
import type { SubmissionStatus } from '#domain/submissions.ts';

export function SubmissionBadge({ status }: { status: SubmissionStatus }) {
  if (status === 'published') return <Badge>published</Badge>;
  if (status === 'draft') return <Badge color="gray">draft</Badge>;
  return (
    <Badge color="gray" variant="outline">
      {status}
    </Badge>
  );
}
