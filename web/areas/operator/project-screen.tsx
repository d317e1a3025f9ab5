import { Button, Grid, Skeleton, Stack, Title, Text } from '@mantine/core';
import { IconEye, IconMap, IconPencil, IconPhotoPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { Project } from '#domain/projects.ts';
import { clockRecordOf } from '#domain/publication-clock.ts';
import { EvidenceButton } from '#web/sharing/evidence/evidence-button.tsx';
import { ProjectClients, TeamOf } from '#web/projects/project-team.tsx';
import { ProjectDialog } from '#web/projects/project-dialog.tsx';
import { ProjectFacts } from '#web/projects/project-facts.tsx';
import { ViewpointList } from '#web/viewpoints/staff/viewpoint-list.tsx';
import { UnplacedLink } from '#web/viewpoints/unplaced/unplaced-link.tsx';
import { api } from '#web/lib/api.ts';
import { isRefused } from '#web/lib/error-messages.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { TableSkeleton, type Column, DataTable } from '#web/ui/data-table.tsx';
import { ErrorBoundaries } from '#web/ui/error-boundary.tsx';
import { BackLink, ButtonLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';
import { Section } from '#web/ui/section.tsx';
import { LoadError, EmptyState } from '#web/ui/states.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { FlyAgainButton } from '#web/submissions/missions/fly-again-button.tsx';
import { VisitSection } from '#web/submissions/visits/visit-section.tsx';
import { ClockSection } from '#web/submissions/clock/clock-record.tsx';
import { NoProject } from './no-project.tsx';
import { useDisclosure } from '@mantine/hooks';
import { CreateShareLink } from '#web/sharing/share-links/create-share-link.tsx';
import { ALL_SHARE_LINKS, FoundShareLinks } from '#web/sharing/share-links/found-share-links.tsx';
import type { StaffSubmission } from '#domain/submissions.ts';
import { documentedDay } from '#domain/weeks.ts';
import { ClockState } from '#web/submissions/clock/clock-state.tsx';
import { SubmissionTitle } from '#web/submissions/library/submission-table.tsx';
import { SubmissionBadge } from '#web/submissions/submission-badge.tsx';
import { date } from '#web/lib/formats.ts';

export function ProjectScreen() {
  const { projectId = '' } = useParams({ strict: false });
  const query = useQuery(api.projects.get.queryOptions({ input: { id: projectId } }));
  const { data: project, error } = query;
  return (
    <Stack gap="md">
      <BackLink to={ROUTES.allProjects}>Back to Projects</BackLink>
      {error && (isRefused(error) || !project) ? <NoProject query={query} /> : null}
      {query.isPending ? <Skeleton height={480} aria-label="Loading the project" /> : null}
      {project && !(error && isRefused(error)) ? (
        <ProjectPage key={projectId} project={project} />
      ) : null}
    </Stack>
  );
}

function ProjectPage({ project }: { project: Project }) {
  const { id, name, companyName } = project;
  const [isEditing, setEditing] = useState(false);
  return (
    <Page
      title={name}
      subtitle={companyName}
      actions={
        <>
          <ButtonLink
            variant="default"
            to={ROUTES.project}
            params={{ id }}
            search={{ tab: 'maps' }}
            leftSection={<IconMap size={16} stroke={1.75} aria-hidden />}
          >
            Maps
          </ButtonLink>
          <ButtonLink
            variant="default"
            to={ROUTES.project}
            params={{ id }}
            leftSection={<IconEye size={16} stroke={1.75} aria-hidden />}
          >
            Client View
          </ButtonLink>
          <EvidenceButton scope={{ projectId: id, submissionId: null }} />
          <ButtonLink
            to={ROUTES.submissions}
            search={{ new: id }}
            leftSection={<IconPhotoPlus size={16} stroke={1.75} aria-hidden />}
          >
            New Submission
          </ButtonLink>
        </>
      }
    >
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Stack gap="lg">
            <ErrorBoundaries>
              <VisitSection project={project} />
              <Submissions projectId={id} />
              <ProjectShareLinks projectId={id} />
            </ErrorBoundaries>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack gap="lg">
            <Section
              title="Project Details"
              action={
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconPencil size={14} stroke={1.75} aria-hidden />}
                  onClick={() => setEditing(true)}
                >
                  Edit
                </Button>
              }
            >
              <ProjectFacts project={project} />
            </Section>
            <Section title="People">
              <Stack gap="lg">
                <TeamOf project={project} />
                <ProjectClients project={project} />
              </Stack>
            </Section>
            <Section title="Viewpoints" action={<FlyAgainButton project={project} />}>
              <Stack gap="md">
                <UnplacedLink projectId={id} />
                <ViewpointList projectId={id} />
              </Stack>
            </Section>
          </Stack>
        </Grid.Col>
      </Grid>
      <ProjectDialog
        isOpen={isEditing}
        companyId={null}
        project={project}
        onClose={() => setEditing(false)}
      />
    </Page>
  );
}

function Submissions({ projectId }: { projectId: string }) {
  const query = useQuery(api.submissions.list.queryOptions({ input: { projectId } }));
  const now = useNow();
  if (query.isPending) return <TableSkeleton label="Loading submissions" />;
  if (query.isError && !query.data) {
    return <LoadError title="Failed to load content" query={query} />;
  }
  const { submissions } = query.data;
  return (
    <>
      <Stack component="section" gap="md" aria-labelledby="submissions">
        <Title order={2} id="submissions">
          Submissions
        </Title>
        <ProjectSubmissions projectId={projectId} submissions={submissions} />
      </Stack>
      {submissions.length === 0 ? null : (
        <ClockSection
          record={clockRecordOf(
            submissions.map(({ clock }) => clock),
            now,
          )}
        />
      )}
    </>
  );
}

function ProjectShareLinks({ projectId }: { projectId: string }) {
  const [isCreating, dialog] = useDisclosure(false);
  const [choice, setChoice] = useState(ALL_SHARE_LINKS);
  return (
    <Section
      title="Share Links"
      id="share-links"
      action={
        <Button variant="default" size="xs" onClick={dialog.open}>
          Create Share Link
        </Button>
      }
    >
      <FoundShareLinks
        projectId={projectId}
        choice={choice}
        onChoice={setChoice}
        renderEmpty={() => <Text c="dimmed">No share links yet</Text>}
      />
      <CreateShareLink
        isOpen={isCreating}
        about={{ projectId, submissionId: null }}
        onClose={dialog.close}
      />
    </Section>
  );
}

const dayOf = (submission: StaffSubmission) => documentedDay(submission, submission.timeZone);

const COLUMNS: Column<StaffSubmission>[] = [
  {
    key: 'title',
    header: 'Title',
    kind: 'heading',
    sortBy: ({ title }) => title,
    render: (submission) => <SubmissionTitle submission={submission} />,
  },
  {
    key: 'date',
    header: 'Date',
    width: 130,
    sortBy: dayOf,
    render: (submission) => date(dayOf(submission), submission.timeZone),
  },
  {
    key: 'status',
    header: 'Status',
    width: 120,
    sortBy: ({ status }) => status,
    render: ({ status }) => <SubmissionBadge status={status} />,
  },
  {
    key: 'clock',
    header: 'Clock',
    width: 150,
    render: ({ status, clock }) =>
      status === 'archived' && clock.publishedAt === null ? null : <ClockState clock={clock} />,
  },
];

type SubmissionListProps = { projectId: string; submissions: readonly StaffSubmission[] };

function ProjectSubmissions({ projectId, submissions }: SubmissionListProps) {
  if (submissions.length === 0) {
    return (
      <EmptyState
        icon={IconPhotoPlus}
        title="No submissions yet"
        action={
          <ButtonLink to={ROUTES.submissions} search={{ new: projectId }}>
            New Submission
          </ButtonLink>
        }
      >
        A submission is one visit to a site, with its photos, videos and maps.
      </EmptyState>
    );
  }
  return (
    <DataTable label="Submissions" columns={COLUMNS} rows={submissions} rowKey={({ id }) => id} />
  );
}
