import type { z } from 'zod';
import { AppError } from '#domain/errors.ts';
import type { Event } from '#domain/events.ts';
import type {
  ContentType,
  SharedSubmission,
  StaffSubmission,
  Submission,
  SubmissionChange,
  SubmissionInput,
  SubmissionStatus,
} from '#domain/submissions.ts';
import { dayIn } from '#domain/weeks.ts';
import { assertPlaced } from './elsewhere/elsewhere.ts';
import { assertMapUrl, withUnchangedCoordinates } from './embedded-map.ts';
import { assertNotInBin, putInBin } from '#server/projects/bin/service.ts';
import { stopClock } from '#server/submissions/clocks/service.ts';
import { countIncoming } from '#server/drive/transfers/service.ts';
import { countActiveUploads } from '#server/files/uploads/service.ts';
import { findMatch, setVisit } from '#server/submissions/visits/service.ts';
import { audienceOf, isProjectVisible } from '#server/projects/service.ts';
import { changedFields } from '#server/platform/changed-fields.ts';
import type { Context } from '#server/platform/context.ts';
import { viewerOf, type Tx } from '#server/platform/db/database.ts';
import { profileOf, type Viewer } from '#server/platform/db/viewer.ts';
import type { Signer } from '#server/platform/signed-url.ts';
import {
  presentCover,
  presentSharedSubmission,
  presentStaffSubmission,
  presentSubmission,
} from './present.ts';
import {
  findSubmission,
  findTimeZone,
  insertSubmission,
  isEmpty,
  listLatestCovers,
  listLatestIds,
  listSubmissions,
  lockSubmission,
  lockSubmissionToChange,
  updateSubmission,
} from './queries.ts';

export const publishedSubmissions = (
  ctx: Context,
  viewer: Viewer,
  { projectId }: { projectId: string },
): Promise<Submission[]> =>
  ctx.db.as(viewer, async (tx) => {
    if (!(await isProjectVisible(tx, projectId))) throw new AppError('PROJECT_NOT_FOUND');
    return publishedIn(tx, ctx.signer, { projectId });
  });

export async function publishedIn(
  tx: Tx,
  signer: Signer,
  filter: { projectId?: string; publishedSince?: Date; ids?: readonly string[] },
): Promise<(Submission & { projectName: string; timeZone: string })[]> {
  const rows = await listSubmissions(tx, { ...filter, status: 'published' });
  return rows.map((row) => ({
    ...presentSubmission(signer, viewerOf(tx), row),
    projectName: row.projectName,
    timeZone: row.timeZone,
  }));
}

/** Most recently published first. */
export async function latestIn(tx: Tx, signer: Signer, limit: number) {
  const ids = await listLatestIds(tx, limit);
  const found = ids.length === 0 ? [] : await publishedIn(tx, signer, { ids });
  return ids.flatMap((id) => found.find((submission) => submission.id === id) ?? []);
}

export const latestCovers = (ctx: Context, viewer: Viewer) =>
  ctx.db.ask(viewer, async (tx) =>
    (await listLatestCovers(tx)).map(({ projectId, ...row }) => ({
      projectId,
      cover: presentCover(ctx.signer, viewer, row),
    })),
  );

export async function sharedSubmissionsIn(
  tx: Tx,
  signer: Signer,
  link: { id: string; projectId: string },
): Promise<SharedSubmission[]> {
  const rows = await listSubmissions(tx, { projectId: link.projectId, status: 'published' });
  return rows.map((row) => presentSharedSubmission(signer, link.id, row));
}

export const publishedSubmission = (
  ctx: Context,
  viewer: Viewer,
  { id }: { id: string },
): Promise<Submission> =>
  ctx.db.as(viewer, async (tx) => {
    const row = await findSubmission(tx, id);
    if (row?.status !== 'published') throw new AppError('SUBMISSION_NOT_FOUND');
    return presentSubmission(ctx.signer, viewer, row);
  });

/** For pages that embed other sites. Staff also see drafts. Throws SUBMISSION_NOT_FOUND. */
export const visibleSubmission = (ctx: Context, viewer: Viewer, id: string): Promise<Submission> =>
  ctx.db.as(viewer, async (tx) => {
    const row = await findSubmission(tx, id);
    if (!row) throw new AppError('SUBMISSION_NOT_FOUND');
    return presentSubmission(ctx.signer, viewer, row);
  });

export const staffSubmissions = (
  ctx: Context,
  viewer: Viewer,
  filter: {
    projectId?: string | undefined;
    status?: SubmissionStatus | undefined;
    contentType?: ContentType | undefined;
  },
): Promise<StaffSubmission[]> =>
  ctx.db.ask(viewer, async (tx) =>
    (await listSubmissions(tx, filter)).map((row) =>
      presentStaffSubmission(ctx.signer, viewer, row),
    ),
  );

/** Throws SUBMISSION_IN_BIN or SUBMISSION_NOT_FOUND. */
export async function staffSubmission(ctx: Context, viewer: Viewer, { id }: { id: string }) {
  const row = await ctx.db.ask(viewer, (tx) => findSubmission(tx, id));
  if (row) return presentStaffSubmission(ctx.signer, viewer, row);
  await ctx.db.as(viewer, (tx) => assertNotInBin(ctx, tx, id));
  throw new AppError('SUBMISSION_NOT_FOUND');
}

export const createSubmission = (
  ctx: Context,
  viewer: Viewer,
  input: z.output<typeof SubmissionInput>,
) => ctx.db.as(viewer, (tx) => createIn(ctx, tx, input));

/** Without a `visitId`, finds the planned visit by the date; null is for no visit. */
export async function createIn(
  ctx: Context,
  tx: Tx,
  { visitId, ...input }: z.output<typeof SubmissionInput>,
) {
  if (!(await isProjectVisible(tx, input.projectId))) throw new AppError('PROJECT_NOT_FOUND');
  await assertRecorded(ctx, tx, input.projectId, input.recordedDate);
  assertMapUrl(input);
  const made = { createdBy: profileOf(viewerOf(tx)), createdAt: ctx.clock() };
  const { id } = await insertSubmission(tx, { ...input, ...made });
  const submission = await recordEvent(ctx, tx, { type: 'submission.created', id });
  if (visitId === undefined) await findMatch(ctx, tx, id);
  else if (visitId !== null) await setVisit(ctx, tx, id, visitId);
  return submission;
}

/** Throws SUBMISSION_CHANGED if the submission was changed after `ifUnchangedSince`. */
export const changeSubmission = (
  ctx: Context,
  viewer: Viewer,
  {
    id,
    ifUnchangedSince,
    ...changes
  }: { id: string; ifUnchangedSince?: string | undefined } & z.output<typeof SubmissionChange>,
) =>
  ctx.db.as(viewer, async (tx) => {
    const locked = await lockSubmissionToChange(tx, id);
    if (!locked) throw new AppError('SUBMISSION_NOT_FOUND');
    const { updatedAt, ...before } = locked;
    if (ifUnchangedSince && updatedAt.toISOString() !== ifUnchangedSince) {
      throw new AppError('SUBMISSION_CHANGED');
    }
    await assertRecorded(ctx, tx, before.projectId, changes.recordedDate);
    const merged = { ...before, ...withUnchangedCoordinates(before, changes) };
    assertMapUrl(merged);
    const different = changedFields(before, merged, ['summary', 'contentText']);
    if (!different) return byId(ctx, tx, id);
    // A date set by a person is no longer a proposal.
    const isTyped = changes.recordedDate !== undefined && { isDateProposed: false };
    await updateSubmission(tx, id, { ...changes, ...isTyped, updatedBy: profileOf(viewer) });
    if (isTyped) await findMatch(ctx, tx, id);
    return recordEvent(ctx, tx, { type: 'submission.changed', id, detail: different });
  });

/** Throws INVALID_INPUT if the date is in the future in the project's time zone. */
async function assertRecorded(
  { clock }: Context,
  tx: Tx,
  projectId: string,
  day: string | null | undefined,
) {
  if (!day) return;
  const { timeZone } = await findTimeZone(tx, projectId);
  if (day > dayIn(clock(), timeZone)) {
    throw new AppError('INVALID_INPUT', 'The recording date cannot be in the future.');
  }
}

/**
 * Does nothing if already published. Throws SUBMISSION_EMPTY if there is nothing to show, SUBMISSION_BUSY while files
 * are uploaded or processed, or FILES_ELSEWHERE if files taken elsewhere aren't in `filesElsewhere`.
 */
export const publishSubmission = (
  ctx: Context,
  viewer: Viewer,
  { id, filesElsewhere = [] }: { id: string; filesElsewhere?: readonly string[] },
) =>
  ctx.db.as(viewer, async (tx) => {
    const locked = await lockedSubmission(tx, id);
    return publishIn(ctx, tx, locked, filesElsewhere);
  });

export async function publishIn(
  ctx: Context,
  tx: Tx,
  locked: Omit<Locked, 'publishAt'>,
  filesElsewhere: readonly string[] = [],
): Promise<StaffSubmission> {
  const { id } = locked;
  const current = await byId(ctx, tx, id);
  if (locked.status === 'published') return current;
  await assertComplete(ctx, tx, current);
  await assertPlaced(ctx, tx, id, filesElsewhere);
  const unscheduled = { publishAt: null, scheduledBy: null, scheduleError: null };
  await updateSubmission(tx, id, {
    status: 'published',
    publishedAt: ctx.clock(),
    ...unscheduled,
  });
  await stopClock(ctx, tx, locked);
  const { fileCount: files, publishAt } = current;
  const detail = { files, ...(publishAt && { scheduledFor: publishAt }) };
  return recordEvent(ctx, tx, { type: 'submission.published', id, detail });
}

/** Throws SUBMISSION_BUSY or SUBMISSION_EMPTY. */
export async function assertComplete(
  ctx: Context,
  tx: Tx,
  { id, processingCount }: StaffSubmission,
) {
  const coming = await countIncoming(tx, id);
  if (coming > 0) {
    const files = coming === 1 ? '1 file is' : `${coming} files are`;
    throw new AppError(
      'SUBMISSION_BUSY',
      `${files} still being imported from Google Drive. Wait for the import to finish or cancel it, then publish again.`,
    );
  }
  const arriving = await countActiveUploads(ctx, tx, id);
  if (arriving > 0) {
    const files = arriving === 1 ? '1 file is' : `${arriving} files are`;
    throw new AppError(
      'SUBMISSION_BUSY',
      `${files} still uploading. Wait for the uploads to finish or cancel those you don't need, then publish again.`,
    );
  }
  if (processingCount > 0) throw new AppError('SUBMISSION_BUSY');
  if (await isEmpty(tx, id)) throw new AppError('SUBMISSION_EMPTY');
}

/** Throws SUBMISSION_NOT_FOUND. */
export async function lockedSubmission(tx: Tx, id: string) {
  const locked = await lockSubmission(tx, id);
  if (!locked) throw new AppError('SUBMISSION_NOT_FOUND');
  return locked;
}

type Locked = Awaited<ReturnType<typeof lockedSubmission>>;

/** Returns an operation that runs with the submission locked and throws SUBMISSION_NOT_FOUND. */
export const withLockedSubmission =
  <T>(change: (ctx: Context, tx: Tx, locked: Locked) => Promise<T>) =>
  (ctx: Context, viewer: Viewer, { id }: { id: string }): Promise<T> =>
    ctx.db.as(viewer, async (tx) => change(ctx, tx, await lockedSubmission(tx, id)));

export const unpublishSubmission = withLockedSubmission(
  async (ctx, tx, { id, projectId, status }) => {
    if (status === 'draft') return byId(ctx, tx, id);
    await updateSubmission(tx, id, { status: 'draft', publishedAt: null });
    const audience = await audienceOf(tx, projectId);
    return recordEvent(ctx, tx, { type: 'submission.unpublished', id, audience });
  },
);

export const removeSubmission = withLockedSubmission(
  async (ctx, tx, { id, projectId, title, status }) => {
    const files = await putInBin(ctx, tx, { kind: 'submission', id });
    const audience = status === 'published' ? await audienceOf(tx, projectId) : undefined;
    const of = { id, name: title, projectId, audience };
    await ctx.record(tx, { type: 'submission.put-in-bin', ...of, detail: { files } });
    return { id, binDays: ctx.config.binDays };
  },
);

export async function byId(ctx: Context, tx: Tx, id: string): Promise<StaffSubmission> {
  const row = await findSubmission(tx, id);
  if (!row) throw new AppError('SUBMISSION_NOT_FOUND');
  return presentStaffSubmission(ctx.signer, viewerOf(tx), row);
}

type SubmissionEvent = WithoutSubject<
  Extract<Event, { type: `submission.${string}`; projectId: string }>
>;
type WithoutSubject<Each> = Each extends unknown ? Omit<Each, 'projectId' | 'name'> : never;

export async function recordEvent(ctx: Context, tx: Tx, event: SubmissionEvent & { id: string }) {
  const submission = await byId(ctx, tx, event.id);
  const { projectId, title: name } = submission;
  await ctx.record(tx, { ...event, projectId, name } as Event);
  return submission;
}
