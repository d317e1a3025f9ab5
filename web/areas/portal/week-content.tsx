import { Anchor, Badge, Group, Skeleton, Text, Title } from '@mantine/core';
import type { Project } from '#domain/projects.ts';
import type { Submission } from '#domain/submissions.ts';
import { documentedDay, projectWeek, weekBadge } from '#domain/weeks.ts';
import { VideoGallery } from '#web/features/gallery/video-gallery.tsx';
import { StatusBadge } from '#web/features/projects/status-badge.tsx';
import { DownloadAll } from '#web/features/submissions/download-all.tsx';
import { UpdateText } from '#web/features/submissions/progress-updates.tsx';
import { useFilesOf } from '#web/features/submissions/published-files.ts';
import { counted, date, dateAndAge } from '#web/lib/formats.ts';
import { Facts } from '#web/ui/facts.tsx';
import { usePageTitle } from '#web/ui/page.tsx';
import { Section } from '#web/ui/section.tsx';
import { LoadError } from '#web/ui/states.tsx';
import classes from './project-screen.module.css';
import { WeekPhotos } from './week-photos.tsx';

type WeekProps = { project: Project; submission: Submission };

export function WeekContent({ project, submission }: WeekProps) {
  usePageTitle(`${submission.title} · ${project.name}`);
  const { timeZone } = project;
  const { summary, contentText, photoCount, videoCount } = submission;
  return (
    <>
      <WeekHeader project={project} submission={submission} />
      <div className={classes.columns}>
        <div className={classes.wide}>
          <Section title="Weekly Overview">
            {summary || contentText ? (
              <UpdateText submission={submission} />
            ) : (
              <Text c="dimmed">No description available.</Text>
            )}
          </Section>
          {videoCount > 0 ? <WeekVideos submission={submission} /> : null}
          <WeekPhotos submission={submission} timeZone={timeZone} />
        </div>
        <div className={classes.narrow}>
          <Section title="Project Status">
            <Facts
              facts={[
                ['Current Status', <StatusBadge key="status" status={project.status} />],
                ['Documentation Date', date(documentedDay(submission, timeZone), timeZone)],
                ['Media', `${counted(photoCount, 'photo')}, ${counted(videoCount, 'video')}`],
              ]}
            />
          </Section>
          <DownloadAll submissionId={submission.id} />
        </div>
      </div>
    </>
  );
}

function WeekHeader({ project, submission }: WeekProps) {
  const { timeZone, startDate } = project;
  const day = documentedDay(submission, timeZone);
  const week = projectWeek(startDate, day);
  const { googleDriveFolderUrl } = submission;
  return (
    <Group justify="space-between" align="flex-start" gap="md">
      <div>
        <Group gap="sm">
          <Title order={1}>{submission.title}</Title>
          <Badge>Week {weekBadge(day)}</Badge>
          {week ? <Badge color="gray">Project week {week}</Badge> : null}
        </Group>
        <Text c="dimmed" className="tabular">
          {project.name} · {dateAndAge(day, timeZone)}
        </Text>
      </div>
      {googleDriveFolderUrl ? (
        <Anchor href={googleDriveFolderUrl} target="_blank" rel="noreferrer" fw={500}>
          Open Google Drive Folder
        </Anchor>
      ) : null}
    </Group>
  );
}

function WeekVideos({ submission }: { submission: Submission }) {
  const { files, isPending, error, retry } = useFilesOf([submission]);
  const videos = files.filter(({ file }) => file.kind === 'video');
  return (
    <Section title="Drone Video">
      {isPending ? <Skeleton height={320} aria-label="Loading video" /> : null}
      {error ? <LoadError title="Failed to load video" error={error} onRetry={retry} /> : null}
      {files.length > 0 ? <VideoGallery videos={videos.map(({ file }) => file)} /> : null}
    </Section>
  );
}
