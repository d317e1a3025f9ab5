import type { StaffSubmission } from '#domain/submissions.ts';
import { client } from '#web/lib/api.ts';
import { errorMessage } from '#web/lib/error-messages.ts';
import { counted } from '#web/lib/formats.ts';

export type BulkAction = 'publish' | 'archive' | 'restore' | 'move' | 'delete';

export type BulkRequest = {
  action: BulkAction | 'unpublish' | 'undelete';
  projectId: string | null;
};

export type BulkItem = Pick<
  StaffSubmission,
  'id' | 'title' | 'projectId' | 'projectName' | 'status' | 'fileCount' | 'failedCount'
>;
export type BulkResult = { item: BulkItem; error: string | null };

export const BULK_LABELS: Record<BulkAction, string> = {
  publish: 'Publish',
  archive: 'Archive',
  restore: 'Restore',
  move: 'Move',
  delete: 'Delete',
};

const DONE_LABELS: Record<BulkAction, string> = {
  publish: 'published',
  archive: 'archived',
  restore: 'restored',
  move: 'moved',
  delete: 'deleted',
};

/** Whether the action would change the submission. */
export function isAffected({ status, projectId }: BulkItem, order: BulkRequest): boolean {
  switch (order.action) {
    case 'publish':
      return status !== 'published';
    case 'archive':
      return status !== 'archived';
    case 'restore':
      return status === 'archived';
    case 'move':
      return projectId !== order.projectId;
    case 'unpublish':
      return status !== 'draft';
    case 'delete':
    case 'undelete':
      return true;
  }
}

/** What will happen, one sentence per consequence; `undo` is the sentence about undoing a deletion. */
export function consequencesOf(
  items: readonly BulkItem[],
  action: BulkAction,
  undo: string,
): string[] {
  const shown = items.filter(({ status }) => status === 'published').length;
  const files = items.reduce((sum, { fileCount }) => sum + fileCount, 0);
  const failed = items.reduce((sum, { failedCount }) => sum + failedCount, 0);
  const unseen =
    shown > 0 ? [`Clients will no longer see ${counted(shown, 'published submission')}.`] : [];
  switch (action) {
    case 'publish':
      return [
        'Clients will see them and be notified.',
        ...(failed > 0 ? [`${counted(failed, 'file')} failed and won't be shown.`] : []),
      ];
    case 'archive':
      return [...unseen, 'Nothing is deleted, and you can restore them at any time.'];
    case 'restore':
      return [
        'Each goes back to its previous status, published or draft. No one is notified again.',
      ];
    case 'move':
      return [
        ...(shown > 0 ? ['Clients will only see published submissions in the new project.'] : []),
        "Photos are matched to the new project's viewpoints. Share links to a single submission are disabled.",
      ];
    case 'delete':
      return [
        `This also deletes ${counted(files, 'file')} and all share links to these submissions. ${undo}`,
        ...unseen,
      ];
  }
}

/** Runs one item at a time; each succeeds or fails on its own. `onResult` is called after each. */
export async function runBulk(
  items: readonly BulkItem[],
  orderOf: (item: BulkItem) => BulkRequest,
  onResult: (result: BulkResult) => void,
  apply: (item: BulkItem, order: BulkRequest) => Promise<unknown> = applyTo,
): Promise<void> {
  for (const item of items) {
    try {
      await apply(item, orderOf(item));
      onResult({ item, error: null });
    } catch (error) {
      onResult({ item, error: errorMessage(error) });
    }
  }
}

function applyTo({ id }: BulkItem, { action, projectId }: BulkRequest): Promise<unknown> {
  switch (action) {
    case 'publish':
      return client.submissions.publish({ id });
    case 'unpublish':
      return client.submissions.unpublish({ id });
    case 'archive':
      return client.submissions.archive({ id });
    case 'restore':
      return client.submissions.restore({ id });
    case 'move':
      return client.submissions.move({ id, projectId: projectId ?? '' });
    case 'delete':
      return client.submissions.remove({ id });
    case 'undelete':
      return client.bin.restore({ kind: 'submission', id });
  }
}

export function undoRequest(item: BulkItem, action: BulkAction): BulkRequest {
  if (action === 'delete') return { action: 'undelete', projectId: null };
  if (action === 'move') return { action: 'move', projectId: item.projectId };
  if (action === 'archive') return { action: 'restore', projectId: null };
  const isDraft = item.status === 'draft';
  return { action: isDraft ? 'unpublish' : 'archive', projectId: null };
}

/** '3 published, 1 failed.' */
export function resultText(results: readonly BulkResult[], action: BulkAction): string {
  const failed = results.filter(({ error }) => error !== null).length;
  const done = `${results.length - failed} ${DONE_LABELS[action]}`;
  return failed > 0 ? `${done}, ${failed} failed.` : `${done}.`;
}
