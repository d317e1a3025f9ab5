import { Group, Select, Skeleton, Stack, Text } from '@mantine/core';
import { IconCalendarWeek } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Project } from '#domain/projects.ts';
import { DownloadForm } from '#web/sharing/downloads/download-form.tsx';
import { DownloadList } from '#web/sharing/downloads/download-card.tsx';
import { EvidenceButton } from '#web/sharing/evidence/evidence-button.tsx';
import { CompanyFiles } from '#web/files/stored-files/company-files.tsx';
import { NoProjects } from '#web/projects/no-projects.tsx';
import { api } from '#web/lib/api.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { Page } from '#web/ui/page.tsx';
import { Section } from '#web/ui/section.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';

export function DownloadsScreen() {
  return (
    <Page title="Downloads" subtitle="Download several weeks of a project as one ZIP file">
      <Stack gap="xl">
        <NewDownload />
        <CompanyFiles />
        <DownloadList />
      </Stack>
    </Page>
  );
}

function NewDownload() {
  const query = useQuery(api.projects.list.queryOptions({ input: {} }));
  if (query.isPending) return <Skeleton height={320} aria-label="Loading projects" />;
  if (query.isError && !query.data) {
    return <LoadError title="Failed to fetch projects." query={query} />;
  }
  const { projects } = query.data;
  if (projects.length === 0) return <NoProjects />;
  return (
    <Section title="New Download">
      <ProjectChoice projects={projects} />
    </Section>
  );
}

function ProjectChoice({ projects }: { projects: readonly Project[] }) {
  const { project: wanted, week } = useSearch({ strict: false });
  const navigate = useNavigate();
  const only = projects.length === 1 ? projects[0] : undefined;
  const chosen = projects.find(({ id }) => id === wanted) ?? only;
  const choose = (project: string | null) =>
    void navigate({
      to: ROUTES.downloads,
      search: project === null ? {} : { project },
      replace: true,
      resetScroll: false,
    });
  return (
    <Stack gap="lg">
      <Select
        label="Project"
        placeholder="Select a project"
        searchable
        nothingFoundMessage="No Projects Found"
        maw={480}
        data={projects.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen?.id ?? null}
        onChange={choose}
      />
      {chosen ? (
        <Weeks key={`${chosen.id} ${week}`} project={chosen} week={week ?? null} />
      ) : (
        <Text c="dimmed">Select a project to see what you can download.</Text>
      )}
    </Stack>
  );
}

function Weeks({ project: { id, timeZone }, week }: { project: Project; week: string | null }) {
  const query = useQuery(api.submissions.listPublished.queryOptions({ input: { projectId: id } }));
  if (query.isPending) return <Skeleton height={240} aria-label="Loading weeks" />;
  if (query.isError && !query.data) {
    return <LoadError title="Failed to load the project's updates" query={query} />;
  }
  const { submissions } = query.data;
  if (submissions.length === 0) {
    return (
      <EmptyState icon={IconCalendarWeek} title="No Updates Yet" isFramed={false}>
        You can download files once the first week is published.
      </EmptyState>
    );
  }
  return (
    <>
      <DownloadForm projectId={id} week={week} weeks={submissions} timeZone={timeZone} />
      <Group gap="md">
        <EvidenceButton scope={{ projectId: id, submissionId: null }} />
        <Text size="sm" c="dimmed">
          A signed ZIP of all weeks that proves nothing was changed
        </Text>
      </Group>
    </>
  );
}
