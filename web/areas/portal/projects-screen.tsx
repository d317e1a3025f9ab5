import { SimpleGrid, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { IconLayoutGrid, IconLayoutList, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { NoProjects } from '#web/features/projects/no-projects.tsx';
import { ProjectCard, ProjectRow } from '#web/features/projects/project-card.tsx';
import {
  ALL_PROJECTS,
  chooseProjects,
  type ProjectChoice,
  SORT_CHOICES,
  STATUS_CHOICES,
} from '#web/features/projects/project-list.ts';
import { api } from '#web/lib/api.ts';
import { FilterBar, FilterSelect, FilterSwitch, SearchInput } from '#web/ui/filter-bar.tsx';
import { useKeptState } from '#web/ui/kept-state.ts';
import { Page } from '#web/ui/page.tsx';
import { EmptyState, LoadError } from '#web/ui/states.tsx';

type Layout = 'grid' | 'list';
const COLUMNS = { base: 1, sm: 2, lg: 3 };
const EAGER_PICTURES = 6;

export function ProjectsScreen() {
  const [choice, setChoice] = useKeptState('choice', ALL_PROJECTS);
  const [layout, setLayout] = useKeptState<Layout>('layout', 'grid');
  return (
    <Page title="Projects" subtitle="Manage and track your construction projects">
      <Stack gap="md">
        <Controls choice={choice} onChoice={setChoice} layout={layout} onLayout={setLayout} />
        <ProjectList choice={choice} layout={layout} />
      </Stack>
    </Page>
  );
}

function ProjectList({ choice, layout }: { choice: ProjectChoice; layout: Layout }) {
  const query = useQuery(api.projects.list.queryOptions({ input: {} }));
  if (query.isPending) return <ProjectSkeletons />;
  if (query.isError && !query.data) {
    return <LoadError title="Failed to fetch projects." query={query} />;
  }
  const { projects } = query.data;
  if (projects.length === 0) return <NoProjects />;
  const chosen = chooseProjects(projects, choice);
  if (chosen.length === 0) {
    return (
      <EmptyState icon={IconSearch} title="No Projects Found">
        Try adjusting your search or filters to find what you're looking for.
      </EmptyState>
    );
  }
  const Item = layout === 'grid' ? ProjectCard : ProjectRow;
  return (
    <SimpleGrid cols={layout === 'grid' ? COLUMNS : 1} spacing={layout === 'grid' ? 'lg' : 'sm'}>
      {chosen.map((project, index) => (
        <Item key={project.id} project={project} isEager={index < EAGER_PICTURES} />
      ))}
    </SimpleGrid>
  );
}

function ProjectSkeletons() {
  return (
    <SimpleGrid cols={COLUMNS} spacing="lg" aria-busy aria-label="Loading projects">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} height={290} data-testid="project-skeleton" />
      ))}
    </SimpleGrid>
  );
}

type ControlsProps = {
  choice: ProjectChoice;
  onChoice: (choice: ProjectChoice) => void;
  layout: Layout;
  onLayout: (layout: Layout) => void;
};

function Controls({ choice, onChoice, layout, onLayout }: ControlsProps) {
  return (
    <FilterBar>
      <SearchInput
        label="Search projects"
        value={choice.search}
        onChange={(search) => onChoice({ ...choice, search })}
      />
      <FilterSelect
        label="Status"
        choices={STATUS_CHOICES}
        value={choice.status}
        onChange={(status) => onChoice({ ...choice, status })}
      />
      <FilterSelect
        label="Sort by"
        choices={SORT_CHOICES}
        value={choice.sort}
        onChange={(sort) => onChoice({ ...choice, sort })}
      />
      <FilterSwitch isAtEnd label="Layout" choices={LAYOUTS} value={layout} onChange={onLayout} />
    </FilterBar>
  );
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
