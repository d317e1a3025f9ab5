import { Button, Stack } from '@mantine/core';
import { IconBuilding, IconMapPin, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Project } from '#domain/projects.ts';
import { ALL_PROJECTS, chooseProjects, STATUS_CHOICES } from '#web/projects/project-list.ts';
import { NewestOnly } from '#web/projects/newest-only.tsx';
import { api } from '#web/lib/api.ts';
import { TableSkeleton } from '#web/ui/data-table.tsx';
import { SearchAndStatus } from '#web/ui/filter-bar.tsx';
import { useHistoryState } from '#web/ui/history-state.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/links.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';
import { ProjectDialogs, ProjectRows, type ProjectTask } from './project-actions.tsx';

export function ProjectsScreen() {
  const [task, setTask] = useState<ProjectTask | null>(null);
  const query = useQuery(api.projects.list.queryOptions({ input: {} }));
  return (
    <Page
      title="Projects"
      subtitle="Projects from all companies"
      actions={
        <>
          <ButtonLink
            variant="default"
            to={ROUTES.map}
            leftSection={<IconMapPin size={16} stroke={1.75} aria-hidden />}
          >
            Map View
          </ButtonLink>
          <Button
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setTask({ kind: 'create' })}
          >
            Create Project
          </Button>
        </>
      }
    >
      {query.isError && !query.data ? (
        <LoadError title="Failed to fetch projects." query={query} />
      ) : (
        <Projects projects={query.data?.projects} onTask={setTask} />
      )}
      <ProjectDialogs task={task} companyId={null} onClose={() => setTask(null)} />
    </Page>
  );
}

type ProjectsProps = {
  projects: readonly Project[] | undefined;
  onTask: (task: ProjectTask) => void;
};

function Projects({ projects, onTask }: ProjectsProps) {
  const [choice, setChoice] = useHistoryState('choice', ALL_PROJECTS);
  if (!projects) return <TableSkeleton label="Loading projects" />;
  const found = chooseProjects(projects, choice);
  return (
    <Stack gap="lg">
      <SearchAndStatus
        label="Search projects"
        choices={STATUS_CHOICES}
        value={choice}
        onChange={(changes) => setChoice({ ...choice, ...changes })}
      />
      {found.length > 0 ? (
        <ProjectRows projects={found} withCompany onTask={onTask} />
      ) : (
        <EmptyState icon={IconBuilding} title="No projects found.">
          {projects.length === 0 ? 'Create your first project.' : null}
        </EmptyState>
      )}
      <NewestOnly shown={projects.length} />
    </Stack>
  );
}
