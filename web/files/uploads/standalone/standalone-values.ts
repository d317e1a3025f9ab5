import type { FileCategory } from '#domain/stored-files.ts';

/** What is said of standalone files, as the dialog holds it. */
export type StandaloneValues = {
  companyId: string | null;
  category: FileCategory;
  recordedDate: string | null;
  description: string;
};

export const CATEGORY_CHOICES: { value: FileCategory; label: string }[] = [
  { value: 'footage', label: 'Footage' },
  { value: 'photos', label: 'Photos' },
  { value: 'reports', label: 'Reports' },
  { value: 'documents', label: 'Documents' },
  { value: 'other', label: 'Other' },
];

/** The category that files most likely have, by the type that the browser gives the first of them. */
export function usualCategory(files: readonly Pick<File, 'type'>[]): FileCategory {
  const type = files[0]?.type ?? '';
  if (type.startsWith('video/')) return 'footage';
  return type.startsWith('image/') ? 'photos' : 'documents';
}

/** The same as metadata of an upload, which holds only what is said. */
export function metadataOf(values: StandaloneValues): Record<string, string> {
  const { companyId, category, recordedDate, description } = values;
  const said = description.trim();
  return {
    ...(companyId && { companyId }),
    category,
    ...(recordedDate && { recordedDate }),
    ...(said && { description: said }),
  };
}
