import type { z } from 'zod';
import { MapAddress, mapAddressProblem } from '#domain/embedded-maps.ts';
import type { MapProvider } from '#domain/map-providers.ts';
import {
  type ContentType,
  DEFAULT_CONTENT_TYPE,
  type StaffSubmission,
  SubmissionChange,
} from '#domain/submissions.ts';

/** `recordedDate` is a day, YYYY-MM-DD. */
export type SubmissionValues = {
  title: string;
  contentType: ContentType;
  recordedDate: string | null;
  summary: string;
  contentText: string;
  googleDriveFolderUrl: string;
  mapEmbedUrl: string;
  mapProvider: MapProvider;
  /** 'latitude, longitude' in degrees, as typed. */
  mapCoordinates: string;
};

export const EMPTY_SUBMISSION: SubmissionValues = {
  title: '',
  contentType: DEFAULT_CONTENT_TYPE,
  recordedDate: null,
  summary: '',
  contentText: '',
  googleDriveFolderUrl: '',
  mapEmbedUrl: '',
  mapProvider: 'custom',
  mapCoordinates: '',
};

export const toSubmissionValues = (submission: StaffSubmission): SubmissionValues => ({
  title: submission.title,
  contentType: submission.contentType,
  recordedDate: submission.recordedDate,
  summary: submission.summary ?? '',
  contentText: submission.contentText ?? '',
  googleDriveFolderUrl: submission.googleDriveFolderUrl ?? '',
  mapEmbedUrl: submission.mapEmbedUrl ?? '',
  mapProvider: submission.mapProvider,
  mapCoordinates: coordinatesText(submission.mapCoordinates),
});

const coordinatesText = (place: StaffSubmission['mapCoordinates']) =>
  place ? `${place.latitude}, ${place.longitude}` : '';

/** Error messages by field. `today` is today's date in the project's time zone, YYYY-MM-DD. */
export function submissionErrors(values: SubmissionValues, today: string): Record<string, string> {
  const checked = SubmissionChange.safeParse(values satisfies z.input<typeof SubmissionChange>);
  const errors: Record<string, string> = {};
  for (const { path, message } of checked.error?.issues ?? []) errors[String(path[0])] = message;
  if (values.recordedDate && values.recordedDate > today) {
    errors['recordedDate'] = 'The recording date cannot be in the future.';
  }
  const address = MapAddress.safeParse(values.mapEmbedUrl).data ?? null;
  const problem = mapAddressProblem(address, values.mapProvider);
  if (problem) errors['mapEmbedUrl'] ??= problem;
  return errors;
}
