import { Box, Anchor, Badge, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconColumns2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Project } from '#domain/projects.ts';
import { may } from '#domain/roles.ts';
import type { Submission } from '#domain/submissions.ts';
import { documentedDay, projectWeek, weekBadge } from '#domain/weeks.ts';
import { EvidenceButton } from '#web/sharing/evidence/evidence-button.tsx';
import { StatusBadge } from '#web/projects/status-badge.tsx';
import { FlightRecordSection } from '#web/submissions/flight-record/flight-record-card.tsx';
import { DownloadAll } from '#web/submissions/published/download-all.tsx';
import {
  mediaCount,
  canCompare,
  showsPhotos,
} from '#web/submissions/published/submission-contents.ts';
import { OtherFiles } from '#web/submissions/published/other-files.tsx';
import { PublicationTime } from '#web/submissions/published/published-after.tsx';
import { EmbeddedMap } from '#web/submissions/published/embedded-map.tsx';
import { ReportButton } from '#web/submissions/published/report-button.tsx';
import { UpdateText } from '#web/submissions/published/update-text.tsx';
import { useFilesOf } from '#web/submissions/api.ts';
import { FirstLook } from '#web/viewpoints/first-look/first-look.tsx';
import { comparisonOpening, useFirstLook } from '#web/viewpoints/first-look/use-first-look.ts';
import { WeekApproval } from '#web/files/pins/week-approval.tsx';
import { type Place, useOpening } from '#web/files/viewer/opening.ts';
import { api } from '#web/lib/api.ts';
import { counted, date, dateAndAge } from '#web/lib/formats.ts';
import { lazyComponent } from '#web/lib/import-with-retry.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session.ts';
import { ErrorBoundaries } from '#web/ui/error-boundary.tsx';
import { Facts } from '#web/ui/facts.tsx';
import { ButtonLink, TextLink } from '#web/ui/links.tsx';
import { usePageTitle } from '#web/ui/page-title.ts';
import { Section } from '#web/ui/section.tsx';
import { LoadError } from '#web/ui/states.tsx';
import classes from './project-screen.module.css';
import { SubmissionViewer } from './submission-viewer.tsx';
import { SubmissionPhotos } from './photo-group.tsx';

const VideoGallery = lazyComponent(
  () => import('#web/files/gallery/video-gallery.tsx'),
  'VideoGallery',
);
const ProjectMaps = lazyComponent(() => import('./project-maps.tsx'), 'ProjectMaps');
const LOADING_VIDEO = <Skeleton height={320} aria-label="Loading video" />;

type SubmissionProps = { project: Project; submission: Submission };

/** All submissions of the project, so that the viewer can compare; only this one if they can't be loaded. */
function useProjectSubmissions({
  project,
  submission,
}: SubmissionProps): readonly Submission[] | null {
  const query = useQuery(
    api.submissions.listPublished.queryOptions({ input: { projectId: project.id } }),
  );
  if (query.isPending) return null;
  const weeks = query.data?.submissions ?? [];
  return weeks.some(({ id }) => id === submission.id) ? weeks : [submission];
}

export function SubmissionContent({ project, submission }: SubmissionProps) {
  usePageTitle(`${submission.title} · ${project.name}`);
  const { timeZone } = project;
  const { summary, contentText, photoCount, videoCount, fileCount } = submission;
  const hasFiles = fileCount > 0;
  const weeks = useProjectSubmissions({ project, submission });
  const [opening, open] = useOpening();
  const openFile = (fileId: string | null) =>
    open({ file: { submissionId: submission.id, fileId } });
  const look = { projectId: project.id, weeks: weeks ?? undefined, weekId: submission.id };
  const { view } = useFirstLook(look);
  const isComparable = photoCount > 0 && weeks !== null && canCompare(weeks);
  return (
    <ErrorBoundaries>
      <SubmissionHeader
        project={project}
        submission={submission}
        onCompare={
          isComparable
            ? () =>
                open({
                  file: { submissionId: submission.id, fileId: null },
                  ...comparisonOpening(view),
                })
            : null
        }
      />
      <FirstLook {...look} timeZone={timeZone} isOnProject={false} />
      <div className={classes.columns}>
        <div className={classes.wide}>
          <ErrorBoundaries>
            <Section title="Weekly Overview">
              {summary || contentText ? (
                <UpdateText submission={submission} />
              ) : (
                <Text c="dimmed">No description available.</Text>
              )}
            </Section>
            {videoCount > 0 ? <SubmissionVideos submission={submission} /> : null}
            {showsPhotos(submission) ? (
              <SubmissionPhotos submission={submission} onOpen={openFile} />
            ) : null}
            <SubmissionMaps
              project={project}
              submission={submission}
              onPhoto={(file) => open({ file })}
            />
            <OtherFiles submission={submission} />
          </ErrorBoundaries>
        </div>
        <div className={classes.narrow}>
          <ErrorBoundaries>
            <Section title="Project Status">
              <SubmissionFacts project={project} submission={submission} />
            </Section>
            <WeekApproval submissionId={submission.id} />
            <div className="screen-only">
              {hasFiles ? <DownloadAll submission={submission} /> : null}
              <ReportButton key={submission.id} submissionId={submission.id} />
              <Box mt="sm">
                <EvidenceButton
                  scope={{ projectId: project.id, submissionId: submission.id }}
                  fullWidth
                />
              </Box>
              {hasFiles ? (
                <TextLink
                  to={ROUTES.downloads}
                  search={{ project: project.id, week: submission.id }}
                  mt="sm"
                  display="block"
                >
                  Choose What to Download
                </TextLink>
              ) : null}
            </div>
            <FlightRecordSection submissionId={submission.id} />
          </ErrorBoundaries>
        </div>
      </div>
      {opening && weeks ? (
        <SubmissionViewer
          submissions={weeks}
          project={project}
          opening={opening}
          onClose={() => open(null)}
        />
      ) : null}
    </ErrorBoundaries>
  );
}

type SubmissionMapsProps = SubmissionProps & { onPhoto: (photo: Place) => void };

function SubmissionMaps({ project, submission, onPhoto }: SubmissionMapsProps) {
  const query = useQuery(api.maps.ofProject.queryOptions({ input: { projectId: project.id } }));
  const weeks = query.data?.weeks ?? [];
  const hasMap = weeks.some(({ submissionId }) => submissionId === submission.id);
  const isMissing = query.isError && !query.data && submission.mapCount > 0;
  if (!hasMap && !isMissing && !submission.mapEmbedUrl) return null;
  return (
    <Section title="Map">
      <Stack gap="md">
        {isMissing ? <LoadError title="Failed to load maps" query={query} /> : null}
        {hasMap ? (
          <Suspense fallback={<Skeleton height={600} aria-label="Loading map" />}>
            <ProjectMaps project={project} wantedId={submission.id} onPhoto={onPhoto} />
          </Suspense>
        ) : null}
        {submission.mapEmbedUrl ? <EmbeddedMap submission={submission} /> : null}
      </Stack>
    </Section>
  );
}

function SubmissionFacts({ project, submission }: SubmissionProps) {
  const { status, startDate, timeZone } = project;
  const day = documentedDay(submission, timeZone);
  const week = projectWeek(startDate, day);
  const input = { submissionId: submission.id, state: 'open' } as const;
  const openPins = useQuery(api.pins.list.queryOptions({ input })).data?.found;
  return (
    <Facts
      facts={[
        ['Current Status', <StatusBadge key="status" status={status} />],
        ['Documentation Date', date(day, timeZone)],
        ...(week ? [['Project Week', String(week)] as const] : []),
        ['Media', mediaCount(submission)],
        ...(openPins
          ? [['Pins', <OpenPins key="pins" count={openPins} weekId={submission.id} />] as const]
          : []),
      ]}
    />
  );
}

const OpenPins = ({ count, weekId }: { count: number; weekId: string }) => (
  <TextLink to={ROUTES.pins} search={{ show: 'open', week: weekId }}>
    {counted(count, 'open pin')}
  </TextLink>
);

type SubmissionHeaderProps = SubmissionProps & { onCompare: (() => void) | null };

function SubmissionHeader({ project, submission, onCompare }: SubmissionHeaderProps) {
  const { user } = useSession();
  const { timeZone } = project;
  const day = documentedDay(submission, timeZone);
  const { googleDriveFolderUrl } = submission;
  return (
    <Group justify="space-between" align="flex-start" gap="md">
      <div>
        <Group gap="sm">
          <Title order={1}>{submission.title}</Title>
          <Badge>{weekBadge(day)}</Badge>
        </Group>
        <Text c="dimmed" className="tabular">
          {project.name} · {dateAndAge(day, timeZone)}
        </Text>
        <PublicationTime submission={submission} />
      </div>
      <Group gap="sm" className="screen-only">
        {googleDriveFolderUrl ? (
          <Anchor href={googleDriveFolderUrl} target="_blank" rel="noreferrer" fw={500}>
            Open Google Drive Folder
          </Anchor>
        ) : null}
        <ButtonLink
          variant="default"
          to={ROUTES.week}
          params={{ projectId: project.id, submissionId: submission.id }}
          search={{ preview: true }}
        >
          Investor Preview
        </ButtonLink>
        {user && may(user.role, 'operator-area.enter') ? (
          <ButtonLink
            variant="default"
            to={ROUTES.submission}
            params={{ submissionId: submission.id }}
          >
            Edit
          </ButtonLink>
        ) : null}
        {onCompare ? (
          <Button
            leftSection={<IconColumns2 size={16} stroke={1.75} aria-hidden />}
            onClick={onCompare}
          >
            Compare Weeks
          </Button>
        ) : null}
      </Group>
    </Group>
  );
}

function SubmissionVideos({ submission }: { submission: Submission }) {
  const { files, isPending, error, retry } = useFilesOf([submission]);
  const videos = files.filter(({ file }) => file.kind === 'video');
  return (
    <Section title="Drone Video">
      {isPending ? LOADING_VIDEO : null}
      {error ? <LoadError title="Failed to load video" query={{ error, refetch: retry }} /> : null}
      {files.length > 0 ? (
        <Suspense fallback={LOADING_VIDEO}>
          <VideoGallery videos={videos.map(({ file }) => file)} />
        </Suspense>
      ) : null}
    </Section>
  );
}
