import { Alert, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { Project } from '#domain/projects.ts';
import { dateText } from '#domain/date-format.ts';
import type { ContentType } from '#domain/submissions.ts';
import type { VisitTarget } from '#domain/visit-comparison.ts';
import { distanceText } from '#domain/units.ts';
import { counted } from '#web/lib/formats.ts';
import { useStorageHint } from '#web/lib/storage-hint.ts';
import { useUnits } from '#web/lib/use-units.ts';
import { useCompanyChoices } from '#web/lib/use-company-choices.ts';
import { DatePickerInput } from '#web/ui/date-fields.ts';
import { Hint } from '#web/ui/hint.tsx';
import type { VisitDraft } from './use-visit.ts';
import { NEW_PROJECT } from './visit-edits.ts';

export type TypeChoices = { value: ContentType; label: string }[];

type VisitFieldsProps = {
  draft: VisitDraft;
  projects: readonly Project[];
  types: TypeChoices;
};

/**
 * What is typed takes the place of the name that is there, as when one comes by the Tab key. Where it is selected
 * already, the browser puts its cursor only after the click.
 */
const selectText = (input: HTMLInputElement) => setTimeout(() => input.select());

/** Project, title, date and type of a visit, filled in as far as the photos say. */
export function VisitFields({ draft, projects, types }: VisitFieldsProps) {
  const { projectId, alsoTyped, kept, elsewhere, odd, edit } = draft;
  const units = useUnits();
  const isNew = projectId === NEW_PROJECT;
  const hint = useStorageHint(isNew ? draft.newProject.companyId : draft.project?.companyId);
  return (
    <>
      <Select
        label="Project"
        required
        placeholder="Select a project"
        searchable
        nothingFoundMessage="No Projects Found"
        onClick={({ currentTarget }) => selectText(currentTarget)}
        data={[
          ...projects.map(({ id, name, companyName }) => ({
            value: id,
            label: companyName ? `${name} · ${companyName}` : name,
          })),
          { value: NEW_PROJECT, label: 'New project at this place…' },
        ]}
        value={projectId}
        onChange={(id) => edit({ projectId: id })}
      />
      {isNew ? <NewProjectFields draft={draft} /> : null}
      <Hint hint={hint} />
      {elsewhere === null ? null : (
        <Alert color="yellow" p="xs">
          {counted(kept.filter(({ place }) => place).length, 'file was', 'files were')} taken{' '}
          {distanceText(elsewhere, units)} from this project.
        </Alert>
      )}
      <TargetField draft={draft} />
      {draft.target ? null : <NewDraftFields draft={draft} types={types} />}
      {alsoTyped.length > 0 ? (
        <Alert color="yellow" p="xs">
          Several visits are one now. Also typed for them:{' '}
          {alsoTyped.map((text) => `“${text}”`).join(', ')}
        </Alert>
      ) : null}
      {odd.length > 0 ? (
        <Alert color="yellow" p="xs" title="Photos of other days">
          {odd.join(' ')}
        </Alert>
      ) : null}
    </>
  );
}

const NEW_DRAFT = 'new';

/** 'Week 12 (draft, Nov 24)'; of another year than `today` with the year. */
function targetText({ title, recordedDate }: VisitTarget, today: string): string {
  if (recordedDate === null) return `${title} (draft)`;
  const isOfYear = recordedDate.slice(0, 4) === today.slice(0, 4);
  const day = dateText(recordedDate, {
    timeZone: 'UTC',
    month: 'short',
    day: 'numeric',
    ...(!isOfYear && { year: 'numeric' }),
  });
  return `${title} (draft, ${day})`;
}

/** Whether the files make a new draft, or are added to one of the project. */
function TargetField({ draft: { drafts, target, today, edit } }: { draft: VisitDraft }) {
  if (drafts.length === 0) return null;
  return (
    <Select
      label="Add to draft"
      description={target ? 'Its title, date and type stay the same.' : null}
      allowDeselect={false}
      data={[
        { value: NEW_DRAFT, label: 'New draft' },
        ...drafts.map((each) => ({ value: each.id, label: targetText(each, today) })),
      ]}
      value={target?.id ?? NEW_DRAFT}
      onChange={(id) => edit({ draftId: id === NEW_DRAFT ? null : id })}
    />
  );
}

type NewDraftFieldsProps = { draft: VisitDraft; types: TypeChoices };

function NewDraftFields({ draft, types }: NewDraftFieldsProps) {
  const { title, recordedDate, contentType, today, edit } = draft;
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
    </>
  );
}

function NewProjectFields({ draft }: { draft: VisitDraft }) {
  const { newProject, edit } = draft;
  const companies = useCompanyChoices('active', newProject.companyId);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }}>
      <TextInput
        label="Project Name"
        required
        maxLength={200}
        value={newProject.name}
        onChange={({ currentTarget }) =>
          edit({ newProject: { ...newProject, name: currentTarget.value } })
        }
      />
      <Select
        label="Company"
        required
        placeholder="Select a company"
        error={companies.failure}
        value={newProject.companyId}
        onChange={(companyId) => edit({ newProject: { ...newProject, companyId } })}
        {...companies.props}
      />
    </SimpleGrid>
  );
}
