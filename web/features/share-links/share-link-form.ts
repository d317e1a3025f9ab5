import { SHARE_PASSWORD, ShareSwitches, type ShareLinkInput } from '#domain/share-links.ts';
import type { z } from 'zod';
import { instantOf } from '#web/lib/zoned-time.ts';

export type ShareLinkValues = ShareSwitches & {
  projectId: string | null;
  submissionId: string | null;
  title: string;
  description: string;
  /** Clock in the project's time zone, 'YYYY-MM-DD HH:mm:ss'. */
  expiresAt: string | null;
  /** Empty for none. */
  password: string;
};

export const EMPTY_SHARE_LINK: ShareLinkValues = {
  projectId: null,
  submissionId: null,
  title: '',
  description: '',
  expiresAt: null,
  ...ShareSwitches.parse({}),
  password: '',
};

/** What is wrong with the values, a message a field. */
export function shareLinkErrors(values: ShareLinkValues, timeZone: string, now: Date) {
  const { projectId, expiresAt, password } = values;
  const isShort = password !== '' && password.length < SHARE_PASSWORD.min;
  const isPast = expiresAt !== null && Date.parse(instantOf(expiresAt, timeZone)) <= now.getTime();
  return {
    ...(projectId ? {} : { projectId: 'Please select a project' }),
    ...(isShort
      ? {
          password: `Use at least ${SHARE_PASSWORD.min} characters, or leave it empty for no password.`,
        }
      : {}),
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
    password: values.password || null,
    expiresAt: values.expiresAt ? instantOf(values.expiresAt, timeZone) : null,
  };
}
