import type { ShareLinkInput } from '#domain/share-links.ts';
import type { z } from 'zod';
import { instantOf } from '#web/lib/zoned-time.ts';

export type ShareLinkValues = {
  projectId: string | null;
  submissionId: string | null;
  title: string;
  description: string;
  /** Clock in the project's time zone, 'YYYY-MM-DD HH:mm:ss'. */
  expiresAt: string | null;
  allowDownload: boolean;
};

export const EMPTY_SHARE_LINK: ShareLinkValues = {
  projectId: null,
  submissionId: null,
  title: '',
  description: '',
  expiresAt: null,
  allowDownload: true,
};

/** What is wrong with the values, a message a field. */
export function shareLinkErrors(values: ShareLinkValues, timeZone: string, now: Date) {
  const { projectId, expiresAt } = values;
  const isPast = expiresAt !== null && Date.parse(instantOf(expiresAt, timeZone)) <= now.getTime();
  return {
    ...(projectId ? {} : { projectId: 'Please select a project' }),
    ...(isPast ? { expiresAt: 'Choose a time in the future.' } : {}),
  };
}

/** The values as the API takes them; `projectId` must have been checked. */
export function toShareLinkInput(
  values: ShareLinkValues & { projectId: string },
  timeZone: string,
): z.input<typeof ShareLinkInput> {
  return {
    ...values,
    expiresAt: values.expiresAt ? instantOf(values.expiresAt, timeZone) : null,
  };
}
