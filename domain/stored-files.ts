import { z } from 'zod';
import { Day, Id, Instant, optionalText } from './fields.ts';
import { CoverPicture, FileKind, FileState } from './files.ts';
import { listQuery } from './pages.ts';
import { SubmissionStatus } from './submissions.ts';

export const FileCategory = z.enum(['footage', 'photos', 'reports', 'documents', 'other']);
export type FileCategory = z.infer<typeof FileCategory>;

export const StandaloneInput = z.object({
  companyId: Id.nullish().transform((id) => id ?? null),
  category: FileCategory,
  recordedDate: Day.nullish().transform((day) => day ?? null),
  description: optionalText(1000),
});
export type StandaloneInput = z.output<typeof StandaloneInput>;

export const STORED_FILE_SORTS = ['name', 'type', 'size', 'recorded', 'uploaded'] as const;
export const StoredFileQuery = listQuery(STORED_FILE_SORTS);

const Home = z.object({
  id: Id,
  title: z.string(),
  status: SubmissionStatus,
  projectName: z.string(),
});

export const StoredFile = CoverPicture.extend({
  id: Id,
  fileName: z.string(),
  fileType: z.string(),
  fileSize: z.int(),
  kind: FileKind,
  state: FileState,
  storage: z.string(),
  category: FileCategory.nullable(),
  description: z.string().nullable(),
  recordedDate: Day.nullable(),
  createdAt: Instant,
  timeZone: z.string().nullable(),
  companyName: z.string().nullable(),
  submission: Home.nullable(),
  isForClients: z.boolean(),
  errorMessage: z.string().nullable(),
  originalUrl: z.string(),
});
export type StoredFile = z.infer<typeof StoredFile>;

/** Search results beyond this are neither counted nor listed. */
export const MAX_FOUND = 500;

/** `found` counts matches on all pages; `foundMore` means there are more than MAX_FOUND. `counts` is for all files. */
export const StoredFileList = z.object({
  storedFiles: z.array(StoredFile),
  found: z.int(),
  foundMore: z.boolean(),
  counts: z.object({
    total: z.int(),
    videos: z.int(),
    images: z.int(),
    bytes: z.int(),
  }),
});
export type StoredFileList = z.infer<typeof StoredFileList>;

export const DeletionConsequences = z.object({
  submission: Home.nullable(),
  companyName: z.string().nullable(),
  downloadedBy: z.int(),
});
export type DeletionConsequences = z.infer<typeof DeletionConsequences>;

export const CompanyFile = z.object({
  id: Id,
  fileName: z.string(),
  fileSize: z.int(),
  category: FileCategory.nullable(),
  description: z.string().nullable(),
  recordedDate: Day.nullable(),
  createdAt: Instant,
  originalUrl: z.string(),
});
export type CompanyFile = z.infer<typeof CompanyFile>;
