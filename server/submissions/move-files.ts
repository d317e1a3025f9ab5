import { AppError } from '#domain/errors.ts';
import { SubmissionInput, type StaffSubmission } from '#domain/submissions.ts';
import { weekTitle } from '#domain/card-visits.ts';
import { dayIn, mostFrequentDay } from '#domain/weeks.ts';
import { assertWithinQuota } from '#server/projects/companies/service.ts';
import {
  filesToMove,
  filesWithHash,
  lockProject,
  moveToProject,
  moveWithinProject,
  proposeRecordedDate,
} from '#server/files/service.ts';
import { audienceOf } from '#server/projects/service.ts';
import type { Context } from '#server/platform/context.ts';
import { brokenConstraint } from '#server/platform/db/constraint.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { findProject, listTitles } from './queries.ts';
import { byId, createIn, lockedSubmission } from './service.ts';

type Files = Awaited<ReturnType<typeof filesToMove>>;
type Locked = Awaited<ReturnType<typeof lockedSubmission>>;
type Move = {
  id: string;
  fileIds: string[];
  to: { submissionId: string } | { projectId: string };
};

/**
 * Moves files and their sidecars to a draft, or to a new draft of a project, in one transaction. Files that the other
 * project already has (`twins`) stay. Throws FILES_NEED_DRAFT, FILE_NOT_FOUND, FILE_BUSY, FILES_IN_PROJECT if all files
 * are twins, QUOTA_REACHED, SUBMISSION_CHANGED, SUBMISSION_NOT_FOUND or PROJECT_NOT_FOUND.
 */
export async function moveSubmissionFiles(ctx: Context, viewer: Viewer, move: Move) {
  try {
    return await ctx.db.as(viewer, (tx) => moveIn(ctx, tx, move));
  } catch (error) {
    if (brokenConstraint(error) === 'files_project_sha256_key') {
      throw new AppError('FILES_IN_PROJECT', undefined, { cause: error });
    }
    throw error;
  }
}

async function moveIn(ctx: Context, tx: Tx, { id, fileIds, to }: Move) {
  const from = (await byId(ctx, tx, id)).projectId;
  const target =
    'projectId' in to ? to.projectId : (await byId(ctx, tx, to.submissionId)).projectId;
  // Lock projects before submissions, as file processing does, to avoid deadlocks.
  for (const projectId of [...new Set([from, target])].toSorted()) {
    if (!(await lockProject(tx, projectId))) throw new AppError('PROJECT_NOT_FOUND');
  }
  const locked = await lockAll(tx, 'submissionId' in to ? [id, to.submissionId] : [id]);
  const source = assertInProject(locked.get(id), from);
  const all = await filesToMove(tx, id, fileIds);
  const twins = from === target ? [] : await duplicatesIn(tx, all, target);
  const files = all.filter((file) => !twins.includes(file));
  const draft =
    'submissionId' in to
      ? assertInProject(locked.get(to.submissionId), target)
      : await newDraft(ctx, tx, target, files);
  if (draft.status !== 'draft') throw new AppError('FILES_NEED_DRAFT');
  const ids = files.map((file) => file.id);
  if (from === target) await moveWithinProject(tx, ids, draft.id);
  else await moveToOtherProject(ctx, tx, files, { from, draft });
  for (const each of [id, draft.id]) await proposeRecordedDate(tx, each, ctx.clock());
  const submission = await recordMove(ctx, tx, files, { source, draft });
  return {
    fileIds: ids,
    twins: twins.map((twin) => twin.id),
    submission,
    isNew: 'projectId' in to,
  };
}

/** Locks in the order of ids, to avoid deadlocks. */
async function lockAll(tx: Tx, ids: readonly string[]): Promise<Map<string, Locked>> {
  const locked = new Map<string, Locked>();
  for (const id of [...new Set(ids)].toSorted()) locked.set(id, await lockedSubmission(tx, id));
  return locked;
}

/** Throws SUBMISSION_CHANGED if the submission was moved while we waited for the locks. */
function assertInProject(locked: Locked | undefined, projectId: string): Locked {
  if (locked?.projectId !== projectId) throw new AppError('SUBMISSION_CHANGED');
  return locked;
}

async function newDraft(ctx: Context, tx: Tx, projectId: string, files: Files): Promise<Locked> {
  const { startDate, timeZone } = await findProject(tx, projectId);
  const times = files.flatMap(({ capturedAt }) => capturedAt ?? []);
  const day = mostFrequentDay(times.map((time) => dayIn(time, timeZone)));
  const title = weekTitle(startDate, day, await listTitles(tx, projectId));
  const { id } = await createIn(ctx, tx, SubmissionInput.parse({ projectId, title }));
  return lockedSubmission(tx, id);
}

async function moveToOtherProject(
  ctx: Context,
  tx: Tx,
  files: Files,
  { from, draft }: { from: string; draft: Locked },
) {
  const { id: submissionId, projectId } = draft;
  const bytes = files.reduce((sum, { fileSize }) => sum + fileSize, 0);
  if (!(await haveSameCompany(tx, from, projectId))) {
    await assertWithinQuota(tx, { projectId }, bytes, 'these files');
  }
  const ids = files.map(({ id }) => id);
  await moveToProject(ctx, tx, ids, { from, to: { submissionId, projectId } });
  await ctx.record(tx, { type: 'viewpoints.changed', projectId });
}

const haveSameCompany = async (tx: Tx, ...ids: readonly [string, string]) => {
  const [one, other] = [await findProject(tx, ids[0]), await findProject(tx, ids[1])];
  return one.companyId === other.companyId;
};

const MAX_NAMED = 3;

/** Throws FILES_IN_PROJECT if the project already has all of these files. */
async function duplicatesIn(tx: Tx, files: Files, projectId: string): Promise<Files> {
  const hashes = [...new Set(files.map(({ sha256 }) => sha256))];
  const known = new Map(
    (await filesWithHash(tx, projectId, hashes)).map((twin) => [twin.sha256, twin.submissionTitle]),
  );
  const isUnique = ({ kind, part }: Files[number]) => kind !== 'other' || part !== null;
  const twins = files.filter((file) => isUnique(file) && known.has(file.sha256));
  const [first] = twins;
  if (!first || twins.length < files.filter(isUnique).length) return twins;
  const names = twins.slice(0, MAX_NAMED).map(({ fileName }) => fileName);
  const rest = twins.length > MAX_NAMED ? ` and ${twins.length - MAX_NAMED} more` : '';
  throw new AppError(
    'FILES_IN_PROJECT',
    `The other project already has ${names.join(', ')}${rest}, in “${known.get(first.sha256)}”. Delete them here instead.`,
  );
}

/** Clients are notified only if the submission that the files came from is published. */
async function recordMove(
  ctx: Context,
  tx: Tx,
  files: Files,
  { source, draft }: { source: Locked; draft: Locked },
): Promise<StaffSubmission> {
  const [before, after] = [await byId(ctx, tx, source.id), await byId(ctx, tx, draft.id)];
  const nameOf = ({ title, projectName }: StaffSubmission) => `${title} · ${projectName}`;
  const detail = { submission: { from: nameOf(before), to: nameOf(after) } };
  for (const { id, fileName: name, sha256 } of files)
    await ctx.record(tx, { type: 'file.moved', id, name, detail: { ...detail, sha256 } });
  const seen = source.status === 'published' ? await audienceOf(tx, source.projectId) : undefined;
  for (const [{ id, projectId }, audience] of [
    [source, seen],
    [draft, undefined],
  ] as const) {
    const file = { projectId, submissionId: id, companyId: null };
    for (const { id: fileId } of files.slice(0, 1))
      await ctx.record(tx, { type: 'file.changed', file: { id: fileId, ...file }, audience });
    await ctx.record(tx, { type: 'submission.files-moved', id, projectId, audience });
  }
  return after;
}
