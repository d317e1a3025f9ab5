import { Alert, Select, SimpleGrid, TextInput } from '@mantine/core';
import type { Project } from '#domain/projects.ts';
import type { ContentType } from '#domain/submissions.ts';
import { distanceText } from '#domain/units.ts';
import { draftText } from '#web/lib/formats.ts';
import { useStorageHint } from '#web/lib/storage-hint.ts';
import { useUnits } from '#web/lib/use-units.ts';
import { DatePickerInput } from '#web/ui/date-fields.ts';
import { Hint } from '#web/ui/hint.tsx';
import { NewProjectFields, ProjectField } from './project-field.tsx';
import type { VisitDraft } from './use-visit.ts';
import { NEW_PROJECT } from './visit-edits.ts';

export type TypeChoices = { value: ContentType; label: string }[];

type VisitFieldsProps = {
  draft: VisitDraft;
  projects: readonly Project[];
  types: TypeChoices;
};

/** Project, title, date and type of a visit, filled in as far as the photos say. */
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
          Several visits were combined. Also entered for them:{' '}
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

/** Whether the files make a new draft, or are added to one of the project. */
function TargetField({ draft: { drafts, target, begun, today, edit } }: { draft: VisitDraft }) {
  if (drafts.length === 0) return null;
  const isBegun = target !== null && target.id === begun;
  const resumed = isBegun ? 'Only the missing files are uploaded. ' : '';
  return (
    <Select
      label="Add to Draft"
      description={target ? `${resumed}Its title, date, and type stay the same.` : null}
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
