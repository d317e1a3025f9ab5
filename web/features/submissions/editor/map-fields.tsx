import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { MAP_PROVIDER_NAMES, MAP_PROVIDERS } from '#domain/map-providers.ts';
import type { SubmissionValues } from '../submission-form.ts';

const CHOICES = MAP_PROVIDERS.map((value) => ({ value, label: MAP_PROVIDER_NAMES[value] }));

/** The map of another site that a submission shows. */
export function MapFields({ form }: { form: UseFormReturnType<SubmissionValues> }) {
  return (
    <>
      <Select label="Map Provider" data={CHOICES} {...form.getInputProps('mapProvider')} />
      <TextInput
        label="Map Link"
        description="The link or the embed code of an interactive map."
        placeholder="https://…"
        maxLength={4000}
        {...form.getInputProps('mapEmbedUrl')}
      />
      <TextInput
        label="Map Coordinates"
        placeholder="40.7128, -74.0060"
        maxLength={100}
        {...form.getInputProps('mapCoordinates')}
      />
    </>
  );
}
