import { Autocomplete, NumberInput, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { AIRSPACE_CLASSES, FlightRecordChange, type FlightRecord } from '#domain/flight-records.ts';
import { api } from '#web/lib/api.ts';
import { changedValues } from '#web/lib/changed-values.ts';
import { useMutationToasts } from '#web/lib/mutation-toasts.ts';
import { DialogForm } from '#web/ui/dialog-buttons.tsx';

const CLASSES = AIRSPACE_CLASSES.map((value) => ({ value, label: `Class ${value}` }));

type FlightRecordFormProps = { record: FlightRecord; onDone: () => void };

export function FlightRecordForm({ record, onDone }: FlightRecordFormProps) {
  const { submissionId, pilots } = record;
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);
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
  });
  const submit = form.onSubmit((values) => {
    const changed = changedValues(values, form.getInitialValues());
    save.mutate({ submissionId, ...FlightRecordChange.parse(withoutEmpty(changed)) });
  });
  return (
    <DialogForm
      onSubmit={submit}
      label="Save"
      isBusy={save.isPending}
      isDisabled={!form.isDirty()}
      onCancel={onDone}
    >
      <Autocomplete
        label="Pilot"
        data={[...new Set(pilots.map(({ name }) => name))]}
        maxLength={200}
        ref={first}
        {...form.getInputProps('pilotName')}
        onOptionSubmit={(chosen) => {
          const pilot = pilots.find(({ name }) => name === chosen);
          if (pilot) form.setFieldValue('certificate', pilot.certificate);
        }}
      />
      <TextInput
        label="Part 107 Certificate"
        maxLength={50}
        {...form.getInputProps('certificate')}
      />
      <TextInput
        label="Aircraft"
        description="For example the FAA registration number"
        maxLength={200}
        {...form.getInputProps('aircraft')}
      />
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
          allowNegative={false}
          {...form.getInputProps('airspaceCeiling')}
        />
      </SimpleGrid>
      <TextInput
        label="LAANC or Waiver Number"
        maxLength={200}
        {...form.getInputProps('authorizationNumber')}
      />
      <Textarea label="Weather" autosize maxLength={500} {...form.getInputProps('weather')} />
      <Textarea
        label="Notes"
        autosize
        minRows={2}
        maxLength={2000}
        {...form.getInputProps('notes')}
      />
    </DialogForm>
  );
}

const withoutEmpty = (values: object) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]: [string, unknown]) => [
      name,
      value === '' ? null : value,
    ]),
  );
