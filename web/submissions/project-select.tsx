import { Select, type SelectProps } from '@mantine/core';
import type { Project } from '#domain/projects.ts';

type ProjectOption = Pick<Project, 'id' | 'name' | 'companyName' | 'status'>;

const toChoice = ({ id, name, companyName }: ProjectOption) => ({
  value: id,
  label: companyName ? `${name} · ${companyName}` : name,
});

export function projectChoices(projects: readonly ProjectOption[]) {
  const isActive = ({ status }: ProjectOption) => status === 'active';
  const active = projects.filter(isActive).map(toChoice);
  const others = projects.filter((project) => !isActive(project)).map(toChoice);
  if (active.length === 0 || others.length === 0) return [...active, ...others];
  return [
    { group: 'Active', items: active },
    { group: 'Inactive', items: others },
  ];
}

type ProjectSelectProps = SelectProps & { projects: readonly ProjectOption[] };

export const ProjectSelect = ({ projects, ...select }: ProjectSelectProps) => (
  <Select
    label="Project"
    required
    openOnFocus={false}
    data={projectChoices(projects)}
    {...select}
  />
);
