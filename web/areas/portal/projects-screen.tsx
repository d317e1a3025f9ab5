import { SimpleGrid, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { IconLayoutGrid, IconLayoutList, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { NewestOnly } from '#web/projects/newest-only.tsx';
import { NoProjects } from '#web/projects/no-projects.tsx';
import { ProjectCard, ProjectRow } from '#web/projects/project-card.tsx';
import {
  chooseProjects,
  SORT_CHOICES,
  STATUS_CHOICES,
  toChoice,
  type ProjectSearch,
} from '#web/projects/project-list.ts';
import { api } from '#web/lib/api.ts';
import { ROUTES } from '#web/lib/paths.ts';
import { ErrorBoundaries } from '#web/ui/error-boundary.tsx';
import { FilterBar, FilterSelect, FilterSwitch, SearchInput } from '#web/ui/filter-bar.tsx';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';

const COLUMNS = { base: 1, sm: 2, lg: 3 };
const EAGER_PICTURES = 6;

export function ProjectsScreen() {
  const chosen = useSearch({ strict: false });
  const navigate = useNavigate();
  const onChoose = (changes: ProjectSearch) =>
    void navigate({
      to: ROUTES.projects,
      search: (before) => ({ ...before, ...changes }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Page title="Projects" subtitle="Manage and track your construction projects">
      <Stack gap="md">
        <Controls chosen={chosen} onChoose={onChoose} />
        <ProjectList chosen={chosen} />
      </Stack>
    </Page>
  );
}

function ProjectList({ chosen }: { chosen: ProjectSearch }) {
  const query = useQuery(api.projects.list.queryOptions({ input: {} }));
  if (query.isPending) return <ProjectSkeletons />;
  if (query.isError && !query.data) {
    return <LoadError title="Failed to fetch projects." query={query} />;
  }
  const { projects } = query.data;
  if (projects.length === 0) return <NoProjects />;
  const found = chooseProjects(projects, toChoice(chosen));
  if (found.length === 0) {
    return (
      <EmptyState icon={IconSearch} title="No Projects Found">
        Try adjusting your search or filters to find what you're looking for.
      </EmptyState>
    );
  }
  const isGrid = chosen.layout === undefined;
  const Item = isGrid ? ProjectCard : ProjectRow;
  return (
    <>
      <SimpleGrid cols={isGrid ? COLUMNS : 1} spacing={isGrid ? 'lg' : 'sm'}>
        <ErrorBoundaries>
          {found.map((project, index) => (
            <Item key={project.id} project={project} isEager={index < EAGER_PICTURES} />
          ))}
        </ErrorBoundaries>
      </SimpleGrid>
      <NewestOnly shown={projects.length} />
    </>
  );
}

function ProjectSkeletons() {
  return (
    <SimpleGrid
      cols={COLUMNS}
      spacing="lg"
      component="section"
      aria-busy
      aria-label="Loading projects"
    >
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height={290} data-testid="project-skeleton" />
      ))}
    </SimpleGrid>
  );
}

type ControlsProps = { chosen: ProjectSearch; onChoose: (changes: ProjectSearch) => void };

function Controls({ chosen, onChoose }: ControlsProps) {
  const { status, sort } = toChoice(chosen);
  return (
    <FilterBar>
      <TypedSearch
        text={chosen.search ?? ''}
        onType={(search) => onChoose({ search: search || undefined })}
      />
      <FilterSelect
        label="Status"
        choices={STATUS_CHOICES}
        value={status}
        onChange={(next) => onChoose({ status: next === 'all' ? undefined : next })}
      />
      <FilterSelect
        label="Sort by"
        choices={SORT_CHOICES}
        value={sort}
        onChange={(next) => onChoose({ sort: next === 'recent' ? undefined : next })}
      />
      <FilterSwitch
        isAtEnd
        label="Layout"
        choices={LAYOUTS}
        value={chosen.layout ?? 'grid'}
        onChange={(next) => onChoose({ layout: next === 'grid' ? undefined : next })}
      />
    </FilterBar>
  );
}

type TypedSearchProps = { text: string; onType: (text: string) => void };

/** Shows the typed text until the URL, which is updated with a delay, matches it. */
function TypedSearch({ text, onType }: TypedSearchProps) {
  const [typed, setTyped] = useState<string | null>(null);
  if (typed === text) setTyped(null);
  const type = (next: string) => {
    setTyped(next);
    onType(next);
  };
  return <SearchInput label="Search projects" value={typed ?? text} onChange={type} />;
}

const LAYOUTS = [
  { value: 'grid', label: <LayoutLabel icon={IconLayoutGrid} name="Grid view" /> },
  { value: 'list', label: <LayoutLabel icon={IconLayoutList} name="List view" /> },
] as const;

function LayoutLabel({ icon: Icon, name }: { icon: typeof IconLayoutGrid; name: string }) {
  return (
    <>
      <Icon size={16} stroke={1.75} aria-hidden style={{ display: 'block' }} />
      <VisuallyHidden>{name}</VisuallyHidden>
    </>
  );
}
