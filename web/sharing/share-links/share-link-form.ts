import { z } from 'zod';
import { EmbedSites, typedSites } from '#domain/embed-sites.ts';
import {
  SHARE_PASSWORD,
  type ShareLink,
  type ShareLinkChange,
  ShareLinkInput,
  ShareSwitches,
  switchesOf,
} from '#domain/share-links.ts';
import { changedValues } from '#web/lib/changed-values.ts';
import { clockOf, instantOf } from '#domain/zoned-time.ts';
import { Id } from '#domain/fields.ts';

export type ShareLinkDetails = ShareSwitches & {
  /** Empty for all, including those published later. */
  submissionIds: string[];
  title: string;
  description: string;
  /** Local time in the project's time zone, 'YYYY-MM-DD HH:mm:ss'. */
  expiresAt: string | null;
  /** Empty for no password, or to keep the current one. */
  password: string;
  /** Sites that may embed it, one per line. */
  embedSites: string;
};

export type ShareLinkValues = ShareLinkDetails & { projectId: string | null };

export const EMPTY_SHARE_LINK: ShareLinkValues = {
  projectId: null,
  submissionIds: [],
  title: '',
  description: '',
  expiresAt: null,
  ...ShareSwitches.parse({}),
  password: '',
  embedSites: '',
};

/** Form values; the password is never shown. */
export const detailsOf = (link: ShareLink, timeZone: string): ShareLinkDetails => ({
  submissionIds: link.submissionId ? [link.submissionId] : (link.submissionIds ?? []),
  title: link.title ?? '',
  description: link.description ?? '',
  expiresAt: link.expiresAt ? clockOf(new Date(link.expiresAt), timeZone) : null,
  ...switchesOf(link),
  password: '',
  embedSites: link.embedSites.join('\n'),
});

/**
 * Error messages by field, in the order of the form. An expiration that is unchanged from `before` may be in the past.
 */
export function detailErrors(
  { title, description, expiresAt, password, embedSites }: ShareLinkDetails,
  { timeZone, now, before = null }: { timeZone: string; now: Date; before?: string | null },
) {
  const isShort = password !== '' && password.length < SHARE_PASSWORD.min;
  const isPast =
    expiresAt !== null &&
    expiresAt !== before &&
    Date.parse(instantOf(expiresAt, timeZone)) <= now.getTime();
  const { title: Title, description: Description } = ShareLinkInput.shape;
  const titleError = Title.safeParse(title).error?.issues[0]?.message;
  const descriptionError = Description.safeParse(description).error?.issues[0]?.message;
  const siteError = EmbedSites.safeParse(typedSites(embedSites)).error?.issues[0]?.message;
  return {
    ...(titleError ? { title: titleError } : {}),
    ...(descriptionError ? { description: descriptionError } : {}),
    ...(isPast ? { expiresAt: 'Choose a time in the future.' } : {}),
    ...(isShort
      ? {
          password: `Use at least ${SHARE_PASSWORD.min} characters, or leave it empty for no password.`,
        }
      : {}),
    ...(siteError ? { embedSites: siteError } : {}),
  };
}

export const shareLinkErrors = (values: ShareLinkValues, timeZone: string, now: Date) => ({
  ...(values.projectId ? {} : { projectId: 'Please select a project' }),
  ...detailErrors(values, { timeZone, now }),
});

/** A link to a single submission is deleted with it; a link to several stays. */
const scopeOf = (submissionIds: string[]) => ({
  submissionId: submissionIds.length === 1 ? (submissionIds[0] ?? null) : null,
  submissionIds: submissionIds.length > 1 ? submissionIds : null,
});

const expiryOf = (clock: string | null, timeZone: string) =>
  clock ? instantOf(clock, timeZone) : null;

/** The values as the API expects them; `projectId` must have been checked. */
export const toShareLinkInput = (
  values: ShareLinkValues & { projectId: string },
  timeZone: string,
): z.input<typeof ShareLinkInput> => ({
  ...values,
  ...scopeOf(values.submissionIds),
  password: values.password || null,
  embedSites: typedSites(values.embedSites),
  expiresAt: expiryOf(values.expiresAt, timeZone),
});

/** Only the changes from `before`, as the API expects them. */
export function toShareLinkChange(
  values: ShareLinkDetails,
  before: ShareLinkDetails,
  { timeZone, removesPassword }: { timeZone: string; removesPassword: boolean },
): z.input<typeof ShareLinkChange> {
  const { password, expiresAt, embedSites, submissionIds, ...changed } = changedValues(
    values,
    before,
  );
  return {
    ...changed,
    ...(submissionIds && scopeOf(submissionIds)),
    ...(expiresAt !== undefined && { expiresAt: expiryOf(expiresAt, timeZone) }),
    ...(embedSites !== undefined && { embedSites: typedSites(embedSites) }),
    ...(password && { password }),
    ...(removesPassword && { password: null }),
  };
}

const KEY = 'overfly.new-share-link';

/** Settings reused for the next link: never a title, expiration or password. */
const LastChoice = z.object({
  personId: Id,
  projectId: Id,
  ...ShareSwitches.shape,
  embedSites: z.string(),
});

type ChoiceStorage = () => Pick<Storage, 'getItem' | 'setItem'>;
const browserStorage: ChoiceStorage = () => window.localStorage;

export function lastChoiceOf(
  personId: string | undefined,
  storage = browserStorage,
): Partial<ShareLinkValues> {
  try {
    const stored = LastChoice.parse(JSON.parse(storage().getItem(KEY) ?? ''));
    if (stored.personId !== personId) return {};
    const { projectId, embedSites } = stored;
    return { projectId, embedSites, ...switchesOf(stored) };
  } catch {
    // Nothing is stored, or it's in the format of an older version.
    return {};
  }
}

export function storeChoice(
  personId: string | undefined,
  values: ShareLinkValues,
  storage = browserStorage,
): void {
  const { projectId, embedSites } = values;
  const choice = { personId, projectId, embedSites, ...switchesOf(values) };
  try {
    storage().setItem(KEY, JSON.stringify(choice));
  } catch {
    // Storage is blocked: the next dialog starts with the defaults.
  }
}
