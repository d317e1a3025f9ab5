import { ContentType, type StaffSubmission, SubmissionStatus } from '#domain/submissions.ts';
import { api } from '#web/lib/api.ts';

const LABELS: Record<ContentType, string> = {
  article: 'Article',
  news: 'News',
  project_update: 'Project update',
  weekly_update: 'Weekly update',
  '2d_map': '2D map',
  gallery: 'Gallery',
  milestone: 'Milestone',
  inspection: 'Inspection',
  video_update: 'Video update',
};

export const contentTypeLabel = (type: ContentType): string => LABELS[type];

export const CONTENT_TYPE_CHOICES = ContentType.options.map((value) => ({
  value,
  label: LABELS[value],
}));

export const STATUS_CHOICES: { value: SubmissionStatus; label: string }[] = [
  { value: 'draft', label: 'Draft' },
  { value: 'published', label: 'Published' },
  { value: 'archived', label: 'Archived' },
];

export const STATUS_FILTERS = [
  { value: 'all' as const, label: 'All statuses' },
  ...SubmissionStatus.options.map((value) => ({ value, label: value })),
];

const OPERATIONS = { draft: 'unpublish', published: 'publish', archived: 'archive' } as const;

/** Changes the status, regardless of the current one. Rejects with the operation's errors. */
export const changeStatus = (id: string, status: SubmissionStatus): Promise<StaffSubmission> =>
  api.submissions[OPERATIONS[status]].call({ id });
