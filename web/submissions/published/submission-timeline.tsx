import { Group, Text } from '@mantine/core';
import type { Submission } from '#domain/submissions.ts';
import { documentedDay } from '#domain/weeks.ts';
import { counted, dateAndAge } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { keepLook } from '#web/lib/search-params.ts';
import { TextLink } from '#web/ui/links.tsx';
import { ShowMore, useShowMore } from '#web/ui/show-more.tsx';
import { filmCount } from './linked-films.ts';
import classes from './submission-timeline.module.css';
import { UpdateText } from './update-text.tsx';

const PORTIONS = { name: 'updates', first: 1, more: 6 };

type ProgressUpdatesProps = { submissions: readonly Submission[]; timeZone: string };

const countsOf = (submission: Submission) =>
  submission.fileCount + filmCount(submission) === 0
    ? ''
    : `${counted(submission.photoCount, 'photo')} · ${counted(filmCount(submission), 'video')} · ${counted(submission.fileCount, 'file')} in total`;

/** What was written about each visit, and how much was recorded. */
export function SubmissionTimeline({ submissions, timeZone }: ProgressUpdatesProps) {
  const { shown, total, showMore } = useShowMore(submissions, PORTIONS);
  return (
    <>
      <ol className={classes.updates}>
        {shown.map((submission) => (
          <li key={submission.id} className={classes.update}>
            <Group justify="space-between" gap="sm" mb="xs">
              <h3>{submission.title}</h3>
              <Text component="time" c="dimmed" size="sm">
                {dateAndAge(documentedDay(submission, timeZone), timeZone)}
              </Text>
            </Group>
            <UpdateText submission={submission} />
            <Group justify="space-between" gap="sm" mt="xs">
              <Text c="dimmed" size="sm" className="tabular">
                {countsOf(submission)}
              </Text>
              <TextLink
                className="screen-only"
                to={ROUTES.week}
                params={{ projectId: submission.projectId, submissionId: submission.id }}
                search={keepLook}
              >
                View Week<span className="visually-hidden"> {submission.title}</span>
              </TextLink>
            </Group>
          </li>
        ))}
      </ol>
      <ShowMore label="Show Older Updates" shown={shown.length} total={total} onPress={showMore} />
    </>
  );
}
