import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { parseCoordinates, type Project } from '#domain/projects.ts';
import { useCompanyChoices } from '#web/lib/use-company-choices.ts';
import { useUnits } from '#web/lib/use-units.ts';
import { projectOptions } from './proposal.ts';
import type { VisitDraft } from './use-visit.ts';
import { NEW_PROJECT } from './visit-edits.ts';

/**
 * Selects the name so that typing replaces it, as after Tab. Delayed, because in a field that already has a selection
 * the browser only places the cursor after the click.
 */
const selectText = (input: HTMLInputElement) => setTimeout(() => input.select());

type ProjectFieldProps = { draft: VisitDraft; projects: readonly Project[] };

/** A visit's project: the nearest first, or a new one at its place. */
export function ProjectField({ draft, projects }: ProjectFieldProps) {
  const { place, projectId, edit } = draft;
  const [nearest, ...others] = projectOptions(projects, place, useUnits());
  const create = {
    value: NEW_PROJECT,
    label: place ? 'New project at this place…' : 'New project…',
  };
  return (
    <Select
      label="Project"
      required
      placeholder="Select a project"
      searchable
      // Always offer to create a project.
      filter={({ options, search }) =>
        options.filter(
          (each) =>
            'value' in each &&
            (each.value === NEW_PROJECT ||
              each.label.toLowerCase().includes(search.trim().toLowerCase())),
        )
      }
      onClick={({ currentTarget }) => selectText(currentTarget)}
      data={[...(nearest ? [nearest] : []), create, ...others]}
      value={projectId}
      onChange={(id) => edit({ projectId: id })}
    />
  );
}

/** The error in typed coordinates; null if they are valid. */
export function coordinatesProblem(typed: string): string | null {
  try {
    parseCoordinates(typed);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Name, company, and coordinates of a project that is created with the draft. */
export function NewProjectFields({ draft }: { draft: VisitDraft }) {
  const { newProject, edit } = draft;
  const companies = useCompanyChoices('active', newProject.companyId);
  const change = (part: Partial<typeof newProject>) =>
    edit({ newProject: { ...newProject, ...part } });
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label="Project Name"
          required
          maxLength={200}
          value={newProject.name}
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <Select
          label="Company"
          required
          placeholder="Select a company"
          error={companies.failure}
          value={newProject.companyId}
          onChange={(companyId) => change({ companyId })}
          {...companies.props}
        />
      </SimpleGrid>
      <TextInput
        label="Coordinates"
        description="latitude, longitude"
        placeholder="40.7128, -74.0060"
        maxLength={100}
        error={coordinatesProblem(newProject.coordinates)}
        value={newProject.coordinates}
        onChange={({ currentTarget }) => change({ coordinates: currentTarget.value })}
      />
    </>
  );
}
