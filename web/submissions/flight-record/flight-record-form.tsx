import { NumberInput, Select, SimpleGrid, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { AIRSPACE_CLASSES, FlightRecordChange, type FlightRecord } from '#domain/flight-records.ts';
import { api } from '#web/lib/api.ts';
import { changedValues } from '#web/lib/changed-values.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';

const CLASSES = AIRSPACE_CLASSES.map((value) => ({ value, label: `Class ${value}` }));
/** Name, label and maximum length. */
const TEXTS = [
  ['pilotName', 'Pilot', 200],
  ['certificate', 'Part 107 Certificate', 50],
  ['aircraft', 'Aircraft or FAA Registration', 200],
  ['authorizationNumber', 'LAANC or Waiver Number', 200],
  ['weather', 'Weather', 500],
  ['notes', 'Notes', 2000],
] as const;

export function FlightRecordForm({ record, onDone }: { record: FlightRecord; onDone: () => void }) {
  const withToasts = useMutationToasts(api.flightRecords.key());
  const save = useMutation(
    api.flightRecords.update.mutationOptions(
      withToasts('Flight record saved', 'Failed to save the flight record', onDone),
    ),
  );
  const form = useForm({
    initialValues: {
      pilotName: record.pilotName ?? '',
      certificate: record.certificate ?? '',
      aircraft: record.aircraft ?? '',
      airspaceClass: record.airspaceClass,
      airspaceCeiling: record.airspaceCeiling ?? ('' as const),
      authorizationNumber: record.authorizationNumber ?? '',
      weather: record.weather ?? '',
      notes: record.notes ?? '',
    },
    transformValues: ({ airspaceCeiling: feet, ...values }) => ({
      ...values,
      airspaceCeiling: feet === '' ? null : feet,
    }),
  });
  return (
    <DialogForm
      onSubmit={form.onSubmit((values) => {
        const changed = changedValues(values, form.getTransformedValues(form.getInitialValues()));
        const { submissionId } = record;
        save.mutate({ submissionId, ...FlightRecordChange.parse(changed) });
      })}
      label="Save"
      isBusy={save.isPending}
      isDisabled={!form.isDirty()}
      onCancel={onDone}
    >
      {TEXTS.map(([name, label, maxLength]) => (
        <Textarea
          key={name}
          label={label}
          autosize
          maxLength={maxLength}
          {...form.getInputProps(name)}
        />
      ))}
      <SimpleGrid cols={2} spacing="md">
        <Select
          label="Airspace"
          placeholder="Not set"
          data={CLASSES}
          clearable
          clearButtonProps={{ 'aria-label': 'Remove airspace' }}
          {...form.getInputProps('airspaceClass')}
        />
        <NumberInput
          label="Ceiling (ft)"
          min={0}
          max={60_000}
          allowDecimal={false}
          {...form.getInputProps('airspaceCeiling')}
        />
      </SimpleGrid>
    </DialogForm>
  );
}
