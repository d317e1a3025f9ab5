import { Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { MAP_PROVIDER_NAMES, MAP_PROVIDERS } from '#domain/map-providers.ts';
import { hasMapSection } from '#domain/submissions.ts';
import type { SubmissionValues } from '../submission-form.ts';

const CHOICES = MAP_PROVIDERS.map((value) => ({ value, label: MAP_PROVIDER_NAMES[value] }));

type FieldsProps = { form: UseFormReturnType<SubmissionValues> };

/** A submission's Google Drive folder and, for types with a map section, its embedded map from another website. */
export function LinkFields({ form }: FieldsProps) {
  return (
    <>
      <TextInput
        label="Google Drive Folder URL"
        placeholder="https://drive.google.com/drive/folders/…"
        maxLength={2000}
        {...form.getInputProps('googleDriveFolderUrl')}
      />
      {hasMapSection(form.values.contentType) ? <MapFields form={form} /> : null}
    </>
  );
}

function MapFields({ form }: FieldsProps) {
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
