import { Alert, Select, SimpleGrid, TextInput } from '@mantine/core';
import { type Project, parseCoordinates } from '#domain/projects.ts';
import type { ContentType } from '#domain/submissions.ts';
import { distanceText } from '#domain/units.ts';
import { draftText } from '#web/lib/formats.ts';
import { useStorageHint } from '#web/lib/storage-hint.ts';
import { useUnits } from '#web/lib/use-units.ts';
import { DatePickerInput } from '#web/ui/date-fields.ts';
import { Hint } from '#web/ui/hint.tsx';
import { VisitSelect } from '../visits/visit-select.tsx';
import type { VisitDraft } from './use-visit.ts';
import { NEW_PROJECT } from './visit-edits.ts';
import { useCompanyChoices } from '#web/lib/use-company-choices.ts';
import { projectOptions } from './proposal.ts';

export type TypeChoices = { value: ContentType; label: string }[];

type VisitFieldsProps = {
  draft: VisitDraft;
  projects: readonly Project[];
  types: TypeChoices;
};

export function VisitFields({ draft, projects, types }: VisitFieldsProps) {
  const { projectId, alsoTyped, elsewhere, odd } = draft;
  const units = useUnits();
  const isNew = projectId === NEW_PROJECT;
  const hint = useStorageHint(isNew ? draft.newProject.companyId : draft.project?.companyId);
  return (
    <>
      <ProjectField draft={draft} projects={projects} />
      {isNew ? <NewProjectFields draft={draft} /> : null}
      <Hint hint={hint} />
      {elsewhere === null ? null : (
        <Alert color="yellow" p="xs">
          Taken {distanceText(elsewhere, units)} from this project.
        </Alert>
      )}
      <TargetField draft={draft} />
      {draft.target ? null : <NewDraftFields draft={draft} types={types} />}
      {alsoTyped.length > 0 ? (
        <Alert color="yellow" p="xs">
          Several visits were combined. You also entered:{' '}
          {alsoTyped.map((text) => `“${text}”`).join(', ')}
        </Alert>
      ) : null}
      {odd.length > 0 ? (
        <Alert color="yellow" p="xs" title="Photos from other days">
          {odd.join(' ')}
        </Alert>
      ) : null}
    </>
  );
}

const NEW_DRAFT = 'new';

function TargetField({ draft: { drafts, target, begun, today, edit } }: { draft: VisitDraft }) {
  if (drafts.length === 0) return null;
  const isBegun = target !== null && target.id === begun;
  const resumed = isBegun ? 'Only the missing files are uploaded. ' : '';
  return (
    <Select
      label="Add to Draft"
      description={
        target ? `${resumed}The title, date, and type of the draft stay the same.` : null
      }
      allowDeselect={false}
      data={[
        { value: NEW_DRAFT, label: 'New draft' },
        ...drafts.map((each) => ({ value: each.id, label: draftText(each, today) })),
      ]}
      value={target?.id ?? NEW_DRAFT}
      onChange={(id) => edit({ draftId: id === NEW_DRAFT ? null : id })}
    />
  );
}

type NewDraftFieldsProps = { draft: VisitDraft; types: TypeChoices };

function NewDraftFields({ draft, types }: NewDraftFieldsProps) {
  const { title, recordedDate, contentType, today, visits, visitId, timeZone, edit } = draft;
  return (
    <>
      <TextInput
        label="Title"
        required
        maxLength={200}
        value={title}
        onChange={({ currentTarget }) => edit({ title: currentTarget.value })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <DatePickerInput
          label="Recording Date"
          placeholder="Not set"
          valueFormat="MMM D, YYYY"
          maxDate={today}
          clearable
          clearButtonProps={{ 'aria-label': 'Remove Recording Date' }}
          value={recordedDate}
          onChange={(day) => edit({ recordedDate: day })}
        />
        <Select
          label="Content Type"
          data={types}
          value={contentType}
          onChange={(type) => type && edit({ contentType: type })}
        />
      </SimpleGrid>
      <VisitSelect {...{ visits, visitId, timeZone }} onChange={(id) => edit({ visitId: id })} />
    </>
  );
}

/**
 * Selects the name so that typing replaces it, as after Tab. Delayed, because in a field with a selection, browsers
 * place the cursor after the click event.
 */
const selectText = (input: HTMLInputElement) => setTimeout(() => input.select());

type ProjectFieldProps = { draft: VisitDraft; projects: readonly Project[] };

export function ProjectField({ draft, projects }: ProjectFieldProps) {
  const { place, projectId, edit } = draft;
  const [nearest, ...others] = projectOptions(projects, place, useUnits());
  const create = {
    value: NEW_PROJECT,
    label: place ? 'New project at this location…' : 'New project…',
  };
  return (
    <Select
      label="Project"
      required
      placeholder="Select a project"
      searchable
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

export function coordinatesProblem(typed: string): string | null {
  try {
    parseCoordinates(typed);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function NewProjectFields({ draft }: { draft: VisitDraft }) {
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
