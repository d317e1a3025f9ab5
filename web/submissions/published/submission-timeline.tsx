import { Group, Text, Anchor, Stack } from '@mantine/core';
import type { Submission } from '#domain/submissions.ts';
import { documentedDay } from '#domain/weeks.ts';
import { counted, dateAndAge } from '#web/lib/formats.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { comparisonSearch } from '#web/lib/search-params.ts';
import { TextLink } from '#web/ui/links.tsx';
import { ShowMore, useShowMore } from '#web/ui/show-more.tsx';
import { countVideos } from './submission-contents.ts';
import classes from './submission-timeline.module.css';
import { UpdateText } from './update-text.tsx';
import { IconPhoto, IconVideo } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

const UPDATE_PORTIONS = { name: 'updates', first: 1, more: 6 };

type SubmissionTimelineProps = { submissions: readonly Submission[]; timeZone: string };

const countsOf = (submission: Submission) =>
  submission.fileCount + countVideos(submission) === 0
    ? ''
    : `${counted(submission.photoCount, 'photo')} · ${counted(countVideos(submission), 'video')} · ${counted(submission.fileCount, 'file')} total`;

export function SubmissionTimeline({ submissions, timeZone }: SubmissionTimelineProps) {
  const { shown, total, showMore } = useShowMore(submissions, UPDATE_PORTIONS);
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
                search={comparisonSearch}
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

const FOLDER_PORTIONS = { name: 'folders', first: 12, more: 24 };

export function DriveFolders({ submissions }: { submissions: readonly Submission[] }) {
  const folders = submissions.flatMap(({ id, title, googleDriveFolderUrl }) =>
    googleDriveFolderUrl ? [{ id, title, url: googleDriveFolderUrl }] : [],
  );
  const { shown, total, showMore } = useShowMore(folders, FOLDER_PORTIONS);
  if (total === 0) return <Text c="dimmed">No Google Drive folders available</Text>;
  return (
    <Stack gap="xs">
      {shown.map(({ id, title, url }) => (
        <Group key={id} justify="space-between" wrap="nowrap" gap="md">
          <Text truncate>{title}</Text>
          <Anchor href={url} target="_blank" rel="noreferrer" fw={500} style={{ flex: 'none' }}>
            Open Folder<span className="visually-hidden"> of {title}</span>
          </Anchor>
        </Group>
      ))}
      <ShowMore label="Show Older Folders" shown={shown.length} total={total} onPress={showMore} />
    </Stack>
  );
}

const BUTTON_PORTIONS = { name: 'submissions', first: 12, more: 24 };

type SubmissionButtonsProps = { submissions: readonly Submission[]; timeZone: string };

export function SubmissionButtons({ submissions, timeZone }: SubmissionButtonsProps) {
  const { shown, total, showMore } = useShowMore(submissions, BUTTON_PORTIONS);
  return (
    <>
      <ul className={classes.list}>
        {shown.map((submission) => (
          <li key={submission.id}>
            <Link
              className={classes.button}
              to={ROUTES.week}
              params={{ projectId: submission.projectId, submissionId: submission.id }}
              search={comparisonSearch}
            >
              <span className={classes.what}>
                <span className={classes.title}>{submission.title}</span>
                <time className={classes.date}>
                  {dateAndAge(documentedDay(submission, timeZone), timeZone)}
                </time>
              </span>
              <span className={classes.icons}>
                {submission.photoCount > 0 ? (
                  <IconPhoto
                    size={16}
                    stroke={1.75}
                    aria-label={counted(submission.photoCount, 'photo')}
                  />
                ) : null}
                {countVideos(submission) > 0 ? (
                  <IconVideo
                    size={16}
                    stroke={1.75}
                    aria-label={counted(countVideos(submission), 'video')}
                  />
                ) : null}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <ShowMore label="Show Older Weeks" shown={shown.length} total={total} onPress={showMore} />
    </>
  );
}
