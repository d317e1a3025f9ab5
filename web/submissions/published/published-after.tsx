import { Text } from '@mantine/core';
import { publishedText } from '#domain/publication-clock.ts';
import type { Submission } from '#domain/submissions.ts';

export function PublicationTime({ submission }: { submission: Pick<Submission, 'clock'> }) {
  const text = publishedText(submission.clock);
  return text ? (
    <Text c="dimmed" size="sm" className="tabular" style={{ overflowWrap: 'anywhere' }}>
      {text}
    </Text>
  ) : null;
}
