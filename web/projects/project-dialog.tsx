import { Modal, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import {
  PROJECT_STATUSES,
  projectStatusLabel,
  type ProjectStatus,
} from '#domain/project-status.ts';
import {
  COMPLETION_BEFORE_START,
  parseCoordinates,
  type Project,
  ProjectInput,
} from '#domain/projects.ts';
import { api } from '#web/lib/api.ts';
import { changedValues } from '#web/lib/changed-values.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { useCompanyChoices } from '#web/lib/use-company-choices.ts';
import { DatePickerInput } from '#web/ui/date-fields.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';
import { TimeZoneSelect } from '#web/ui/time-zone-select.tsx';
import { DEFAULT_TIME_ZONE } from '#web/lib/formats.ts';

const STATUSES = PROJECT_STATUSES.map((value) => ({
  value,
  label: projectStatusLabel(value),
}));

type ProjectDialogProps = {
  isOpen: boolean;
  /** The company of a new project; null lets the person choose. */
  companyId: string | null;
  project: Project | null;
  onClose: () => void;
};

export function ProjectDialog({ isOpen, onClose, ...rest }: ProjectDialogProps) {
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={rest.project ? 'Edit Project' : 'Create Project'}
      size="lg"
    >
      <ProjectForm {...rest} onDone={onClose} />
    </Modal>
  );
}

function useSave(project: Project | null, onDone: () => void) {
  const withToasts = useMutationToasts(api.projects.key(), api.companies.key());
  const create = useMutation(
    api.projects.create.mutationOptions(
      withToasts('Project Created', 'Failed to create project.', onDone),
    ),
  );
  const update = useMutation(
    api.projects.update.mutationOptions(
      withToasts('Project Updated', 'Failed to update project.', onDone),
    ),
  );
  return {
    isBusy: create.isPending || update.isPending,
    save: (values: ProjectValues, companyId: string | null) => {
      const fields = toProjectFields(values);
      if (project) {
        const stored = toProjectFields(toProjectValues(project));
        update.mutate({ ...changedValues(fields, stored), id: project.id });
      } else if (companyId) create.mutate({ ...fields, companyId });
    },
  };
}

type ProjectFormProps = { companyId: string | null; project: Project | null; onDone: () => void };

function ProjectForm({ companyId, project, onDone }: ProjectFormProps) {
  const { isBusy, save } = useSave(project, onDone);
  const [chosen, setChosen] = useState(companyId);
  const [isTried, setTried] = useState(false);
  const needsCompany = companyId === null && project === null;
  const form = useForm<ProjectValues>({
    initialValues: toProjectValues(project),
    validate: projectErrors,
  });
  return (
    <DialogForm
      onSubmit={(event) => {
        setTried(true);
        form.onSubmit((values) => save(values, chosen))(event);
      }}
      label={project ? 'Save Changes' : 'Create Project'}
      isBusy={isBusy}
      isDisabled={project !== null && !form.isDirty()}
      onCancel={onDone}
    >
      {needsCompany ? (
        <CompanyField
          value={chosen}
          error={isTried && chosen === null ? 'Please select a company.' : undefined}
          onChange={setChosen}
        />
      ) : null}
      <TextInput
        label="Name"
        required
        maxLength={200}
        data-autofocus
        {...form.getInputProps('name')}
      />
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={5000}
        {...form.getInputProps('description')}
      />
      <TextInput label="Address" maxLength={500} {...form.getInputProps('address')} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
        <Select label="Status" data={STATUSES} {...form.getInputProps('status')} />
        <TimeZoneSelect label="Time Zone" {...form.getInputProps('timeZone')} />
        <DateField label="Start Date" {...form.getInputProps('startDate')} />
        <DateField label="Est. Completion" {...form.getInputProps('estimatedCompletionDate')} />
      </SimpleGrid>
      <TextInput
        label="Coordinates"
        description="latitude, longitude"
        placeholder="40.7128, -74.0060"
        {...form.getInputProps('coordinates')}
      />
    </DialogForm>
  );
}

type CompanyFieldProps = {
  value: string | null;
  error: string | undefined;
  onChange: (companyId: string | null) => void;
};

function CompanyField(props: CompanyFieldProps) {
  const companies = useCompanyChoices('all', props.value);
  return (
    <Select
      label="Company"
      required
      placeholder="Select a company"
      {...companies.props}
      {...props}
      error={props.error ?? companies.failure}
    />
  );
}

function DateField({ label, ...props }: { label: string }) {
  return (
    <DatePickerInput
      label={label}
      placeholder="Not set"
      valueFormat="MMM D, YYYY"
      clearable
      clearButtonProps={{ 'aria-label': `Remove ${label}` }}
      {...props}
    />
  );
}

/** `coordinates` is 'latitude, longitude' in degrees. */
type ProjectValues = {
  name: string;
  description: string;
  address: string;
  status: ProjectStatus;
  startDate: string | null;
  estimatedCompletionDate: string | null;
  coordinates: string;
  timeZone: string;
};

export function toProjectValues(project: Project | null): ProjectValues {
  return {
    name: project?.name ?? '',
    description: project?.description ?? '',
    address: project?.address ?? '',
    status: project?.status ?? 'active',
    startDate: project?.startDate ?? null,
    estimatedCompletionDate: project?.estimatedCompletionDate ?? null,
    coordinates: project?.latitude == null ? '' : `${project.latitude}, ${project.longitude}`,
    timeZone: project?.timeZone ?? DEFAULT_TIME_ZONE,
  };
}

/** Throws an Error with a message for the user if the coordinates are invalid. */
export function toProjectFields({ coordinates, ...fields }: ProjectValues) {
  return { ...fields, ...parseCoordinates(coordinates) };
}

/** Error messages by field. */
export function projectErrors(values: ProjectValues): Record<string, string> {
  const { name } = ProjectInput.shape;
  const named = name.safeParse(values.name);
  const errors: Record<string, string> = {};
  if (!named.success) errors['name'] = named.error.issues[0]?.message ?? '';
  try {
    parseCoordinates(values.coordinates);
  } catch (error) {
    errors['coordinates'] = error instanceof Error ? error.message : String(error);
  }
  const { startDate, estimatedCompletionDate } = values;
  if (startDate && estimatedCompletionDate && estimatedCompletionDate < startDate) {
    errors['estimatedCompletionDate'] = COMPLETION_BEFORE_START;
  }
  return errors;
}
