import { ContentType } from '#domain/submissions.ts';

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

/** The type of a submission as people read it. */
export const contentTypeLabel = (type: ContentType): string => LABELS[type];

export const CONTENT_TYPE_CHOICES = ContentType.options.map((value) => ({
  value,
  label: LABELS[value],
}));
