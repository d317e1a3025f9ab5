import { AppError } from '#domain/errors.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { countSubmissionsOf } from './queries.ts';

/** Which submissions of its project a link shows: one, some, or all. */
type Scope = { submissionId: string | null; submissionIds: string[] | null };
type Asked = { [Name in keyof Scope]?: Scope[Name] | undefined };

export const ALL: Scope = { submissionId: null, submissionIds: null };

/** What is asked for; null when nothing is said of it. INVALID_INPUT for one and some. */
export function scopeOf({ submissionId, submissionIds }: Asked): Scope | null {
  if (submissionId === undefined && submissionIds === undefined) return null;
  if (submissionId && submissionIds) {
    throw new AppError('INVALID_INPUT', 'Choose one submission or a list of them, not both.');
  }
  return { submissionId: submissionId ?? null, submissionIds: submissionIds ?? null };
}

/** SUBMISSION_NOT_FOUND unless the viewer sees each of them in the project. */
export async function assertOfProject(
  tx: Tx,
  projectId: string,
  { submissionId, submissionIds }: Asked,
): Promise<void> {
  const ids = submissionId ? [submissionId] : (submissionIds ?? []);
  if (ids.length > 0 && (await countSubmissionsOf(tx, projectId, ids)) < ids.length) {
    throw new AppError('SUBMISSION_NOT_FOUND');
  }
}
